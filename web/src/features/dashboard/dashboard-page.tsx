import { listSubscriptions, type Subscription } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { InviteList } from './invite-list.tsx';
import { listStyle, SubscriptionList } from './subscription-list.tsx';
import { useListInvites } from './use-invites.ts';

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

interface UnfinishedListProps {
  readonly subscriptions: readonly Subscription[];
}

/** First payments that the person left while their bank asked; each leads to where it can be finished. */
function UnfinishedList({ subscriptions }: UnfinishedListProps) {
  const { t } = useTranslation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { uid } = useAccount();

  return subscriptions
    .filter(({ owner_id, status }) => owner_id === uid && status === 'incomplete')
    .map(({ id, plan_id }) => {
      const plan = planById(config, plan_id);
      return (
        <Notice
          key={id}
          tone="warn"
          title={t('dashboard.unfinished.title', {
            plan: plan ? configuredText(plan.titleKey) : plan_id,
          })}
          actions={
            <ButtonLink size="small" to={paths.subscription(id)}>
              {t('dashboard.unfinished.open')}
            </ButtonLink>
          }
        >
          {t('dashboard.unfinished.text')}
        </Notice>
      );
    });
}

function DashboardSkeleton() {
  return (
    <SkeletonGroup className={listStyle}>
      {['first', 'second', 'third'].map((key) => (
        <Card key={key} className="grid gap-3.5 px-5 py-[18px]">
          <div className="flex justify-between gap-3">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-6 w-16 rounded-full" />
          </div>
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-5 w-28" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}

function useListSubscriptions() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: subscriptionsKey(uid),
    queryFn: ({ signal }) => api.call(listSubscriptions, {}, { signal }),
  });
}
