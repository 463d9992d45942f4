import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** The project is canceled: since when, what can be done still, and who can help. */
export function EndedNotice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription, isOwner } = useCurrentSubscription();
  const { ended_at, owner_id, owner_name } = subscription;
  const owner = !isOwner && owner_name && <Owner id={owner_id} name={owner_name} />;

  if (!ended_at) {
    return (
      <Notice tone="info">
        {t('billing.canceledHint')}
        {owner}
      </Notice>
    );
  }
  const date = formatDate(ended_at, language);
  return (
    <Notice tone="info" title={t('billing.ended.title', { date })}>
      {t('billing.ended.text')}
      {owner}
    </Notice>
  );
}

function Owner({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2 pt-2">
      <Avatar id={id} name={name} size="tiny" />
      <span className="min-w-0">{t('billing.ended.askOwner', { name })}</span>
    </span>
  );
}
