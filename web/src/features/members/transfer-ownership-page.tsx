import type { Permission, SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { toServerText } from '../../shared/i18n/to-server-text.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { useGoBack } from '../../shared/use-go-back.ts';
import { TransferOwnershipForm } from './transfer-ownership-form.tsx';
import { useGetSubscriptionUsers } from './use-get-subscription-users.ts';

export function TransferOwnershipPage() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const goBack = useGoBack(paths.subscriptionSettings(subscription.id));

  return (
    <>
      <PageHeader
        title={t('ownership.title')}
        sub={t('ownership.sub')}
        actions={<Button onClick={goBack}>{t('ownership.back')}</Button>}
      />
      {subscription.status === 'canceled' && <Notice tone="warn">{t('ownership.canceled')}</Notice>}
      <Choice />
    </>
  );
}

function Choice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { permissions } = useConfig();
  const { subscription } = useCurrentSubscription();
  const { data, error, isPending, isFetching, refetch } = useGetSubscriptionUsers();

  if (isPending) {
    return <ChoiceSkeleton />;
  }
  if (!data) {
    const why = toServerText(error, t, language);
    return (
      <RetryNote
        title={t('ownership.fetchUsersError')}
        message={why}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const eligible = eligibleOwners(data.users, { permissions, ownerId: subscription.owner_id });
  if (eligible.length > 0) {
    return <FormCard eligible={eligible} />;
  }
  return subscription.status !== 'canceled' && <NobodyEligible />;
}

function FormCard({ eligible }: { readonly eligible: readonly SubscriptionUser[] }) {
  return (
    <Card className="max-w-[560px] p-5">
      <TransferOwnershipForm eligible={eligible} />
    </Card>
  );
}

function NobodyEligible() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return (
    <Notice
      tone="info"
      title={t('ownership.none')}
      actions={
        <ButtonLink size="small" to={paths.subscriptionUsers(subscription.id)}>
          {t('ownership.toUsers')}
        </ButtonLink>
      }
    >
      {t('ownership.noneText')}
    </Notice>
  );
}

function ChoiceSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid max-w-[560px] gap-5 p-5">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-[42px] w-full" />
        <Skeleton className="h-[38px] w-44" />
      </Card>
    </SkeletonGroup>
  );
}

interface AccessContext {
  readonly permissions: readonly Permission[];
  readonly ownerId: string;
}

/** People who may become the owner: active, with an admin-level permission, and not the owner already. */
function eligibleOwners(
  users: readonly SubscriptionUser[],
  { permissions, ownerId }: AccessContext,
): readonly SubscriptionUser[] {
  const adminKeys = permissions.filter(({ admin }) => admin).map(({ key }) => key);
  return users.filter(
    ({ id, status, permissions: held }) =>
      status === 'active' && id !== ownerId && held.some((key) => adminKeys.includes(key)),
  );
}
