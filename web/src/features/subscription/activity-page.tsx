import { type Activity, activityActions, getActivity } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

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
      drawing="cold"
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

/** One sentence per event, and when it was. */
function ActivityList({ activities }: { readonly activities: readonly Activity[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sentence = useActivitySentence();

  return (
    <ul aria-label={t('activity.list')} className="divide-y divide-line">
      {activities.map((activity) => (
        <li
          key={activity.id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-5 py-3"
        >
          <p className="min-w-0 flex-[1_1_260px] wrap-anywhere">{sentence(activity)}</p>
          <time
            dateTime={activity.happened_at}
            className="text-small whitespace-nowrap text-ink-2 tabular-nums"
          >
            {formatDateTime(activity.happened_at, language)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** Who did what to whom, in one sentence. */
function useActivitySentence(): (activity: Activity) => string {
  const { t } = useTranslation();
  const { productName } = useConfig();

  return ({ action, actor, subject }) => {
    // A newer server may list what this page has no sentence for.
    const known = activityActions.find((each) => each === action);
    const doer = actor.id === '' ? productName : actor.name || t('activity.goneActor');
    return known
      ? t(`activity.sentences.${known}`, {
          actor: doer,
          subject: subject.name || t('activity.goneSubject'),
        })
      : t('activity.other', { actor: doer, action });
  };
}

interface ActivityPagerProps {
  readonly page: number;
  readonly total: number;
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

/** Which part of all events is shown, and the way to the others. */
function ActivityPager({ page, total, busy, onPage }: ActivityPagerProps) {
  const { t } = useTranslation();
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);

  return (
    <nav
      aria-label={t('activity.pages')}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3"
    >
      <p role="status" className="text-small text-ink-2 tabular-nums">
        {t('activity.range', { from, to, total })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" off={busy || page === 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          {t('activity.previous')}
        </Button>
        <Button size="small" off={busy || to >= total} onClick={() => onPage(page + 1)}>
          {t('activity.next')}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

const rows = ['first', 'second', 'third', 'fourth', 'fifth'];

function ActivitySkeleton() {
  return (
    <SkeletonGroup>
      <Card className="divide-y divide-line">
        {rows.map((key) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3.5">
            <Skeleton className="h-5 w-72 max-w-full" />
            <Skeleton className="h-5 w-36" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}

const pageSize = 20;

/** One page of what happened; never from memory, since everything that people do adds to it. */
function useGetActivity(page: number) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;

  return useQuery({
    queryKey: ['account', uid, 'subscription-activity', subscriptionId, page],
    queryFn: ({ signal }) => api.call(getActivity, { subscriptionId, page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
