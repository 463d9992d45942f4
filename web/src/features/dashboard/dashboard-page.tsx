import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { InviteList } from './invite-list.tsx';
import { SubscriptionList } from './subscription-list.tsx';
import { UnfinishedList } from './unfinished-list.tsx';
import { useListInvites } from './use-list-invites.ts';
import { useListSubscriptions } from './use-list-subscriptions.ts';

export function DashboardPage() {
  const { t } = useTranslation();
  const { displayName: name } = useAccount();
  const { data, error, isPending, isFetching, refetch } = useListSubscriptions();
  const { data: inviteData } = useListInvites();
  const subscriptions = data?.subscriptions;
  const running = subscriptions?.filter(({ status }) => status !== 'canceled').length;
  const counts = [
    running && t('dashboard.count', { count: running }),
    inviteData?.invites.length &&
      t('dashboard.invites.waiting', { count: inviteData.invites.length }),
  ];

  return (
    <>
      <PageHeader
        title={name ? t('dashboard.greeting', { name }) : t('dashboard.greetingUnnamed')}
        documentTitle={t('dashboard.title')}
        sub={counts.filter(Boolean).join(' · ') || ' '}
        actions={
          running !== 0 && (
            <ButtonLink to={paths.createPlan} variant="primary">
              {t('dashboard.create')}
            </ButtonLink>
          )
        }
      />
      <InviteList />
      {subscriptions && <UnfinishedList subscriptions={subscriptions} />}
      {isPending && <DashboardSkeleton />}
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {subscriptions && <SubscriptionList subscriptions={subscriptions} />}
    </>
  );
}
