import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { ActivityList } from './activity-list.tsx';
import { ActivityPager } from './activity-pager.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { useGetActivity } from './use-get-activity.ts';

export function ActivityPage() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useGetActivity(page);

  return (
    <>
      <PageHeader title={t('activity.title')} sub={t('activity.sub')} />
      {isPending && <ActivitySkeleton />}
      {error && (
        <RetryNote
          title={t('activity.loadError')}
          message={toText(error, t)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.total === 0 && <NoActivity />}
      {data && data.total > 0 && (
        <Card aria-busy={isPlaceholderData}>
          <ActivityList activities={data.activities} />
          <ActivityPager page={page} total={data.total} busy={isPlaceholderData} onPage={setPage} />
        </Card>
      )}
    </>
  );
}

function NoActivity() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return (
    <EmptyState
      icon={<History />}
      title={t('activity.emptyTitle')}
      action={
        <ButtonLink to={paths.subscriptionUsers(subscription.id)}>
          {t('activity.toUsers')}
        </ButtonLink>
      }
    >
      {t('activity.empty')}
    </EmptyState>
  );
}
