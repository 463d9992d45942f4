import { getSubscriptionUsers } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import {
  subscriptionUsersKey,
  useCurrentSubscription,
  useTimeZone,
} from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** The project is canceled: since when, what can be done still, and who can help. */
export function EndedNotice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { subscription, isOwner } = useCurrentSubscription();
  const { ended_at, owner_id, owner_name } = subscription;
  const title =
    ended_at && t('billing.ended.title', { date: formatDate(ended_at, language, timeZone) });

  return (
    <Notice
      tone="info"
      {...(title && { title })}
      actions={
        <ButtonLink size="small" to={paths.createPlan}>
          {t('dashboard.create')}
        </ButtonLink>
      }
    >
      {ended_at ? t('billing.ended.text') : t('billing.canceledHint')}
      {!isOwner && owner_name && <Owner id={owner_id} name={owner_name} />}
    </Notice>
  );
}

function Owner({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  const email = useOwnerEmail();
  return (
    <span className="flex items-center gap-2 pt-2">
      <Avatar id={id} name={name} size="tiny" />
      <span className="min-w-0">
        {t('billing.ended.askOwner', { name })}
        {email && (
          <a href={`mailto:${email}`} className="ml-1.5 inline-block py-0.5 underline">
            {email}
          </a>
        )}
      </span>
    </span>
  );
}

/** Only those who may see the users may see an address. */
function useOwnerEmail(): string | undefined {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription, isAdminLevel } = useCurrentSubscription();
  const { id: subscriptionId } = subscription;
  const part = { subscriptionId, page: 1, pageSize: 1, role: 'owner' as const };
  const { data } = useQuery({
    queryKey: [...subscriptionUsersKey(uid, subscriptionId), 'owner'],
    queryFn: ({ signal }) => api.call(getSubscriptionUsers, part, { signal }),
    enabled: isAdminLevel,
  });
  return data?.users[0]?.email;
}
