import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Drawing } from '../../shared/ui/drawing.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { ActivityDays } from './activity-days.tsx';
import { ActivityFilters, everything, lately, toFilter } from './activity-filters.tsx';
import { useActivityPart } from './use-activity-part.ts';
import { useExportActivity } from './use-export-activity.ts';
import { type ActivityFilter, useGetActivity, useGetActors } from './use-get-activity.ts';

const pageSize = 20;

export function ActivityPage() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { choice, choose, ...found } = useFilteredActivity();
  const { query, actors, isEmpty, isNew } = found;

  function handleRetry() {
    void query.refetch();
    void actors.refetch();
  }

  const project = subscription.settings.name || t('subscription.untitled');
  return (
    <>
      <PageHeader
        title={t('activity.title')}
        sub={t('activity.sub', { project })}
        actions=<ExportButton filter={toFilter(choice)} isEmpty={isEmpty} />
      />
      {!isNew && <ActivityFilters value={choice} actors={actors.data ?? []} onChange={choose} />}
      {query.error && (
        <RetryNote
          title={t('activity.loadError')}
          message={toText(query.error, t)}
          busy={query.isFetching}
          onRetry={handleRetry}
        />
      )}
      <FoundActivity {...found} onAll={() => choose(everything)} />
    </>
  );
}

/** The chosen events, page by page, and the people who may be chosen. */
function useFilteredActivity() {
  const { choice, page, choose, showPage } = useActivityPart();
  const query = useGetActivity({ page, pageSize, filter: toFilter(choice) });
  const actors = useGetActors();
  const { data, isPlaceholderData } = query;
  const isEmpty = data?.total === 0 && !isPlaceholderData;
  const { kind, actorId, time } = choice;
  const isUnfiltered = kind === lately.kind && actorId === '' && time === lately.time;
  // Without any event there is nothing to filter.
  const isNew = isEmpty && isUnfiltered && (actors.data ?? []).length === 0;
  const lastPage = Math.ceil((data?.total ?? 0) / pageSize);
  const isBeyond = !isPlaceholderData && lastPage > 0 && page > lastPage;
  const goToLastPage = useEffectEvent(() => showPage(lastPage));

  // An address may be older than the events that it counts.
  useEffect(() => {
    if (isBeyond) {
      goToLastPage();
    }
  }, [isBeyond]);

  return { choice, choose, page, showPage, query, actors, isEmpty, isNew };
}

type FoundActivityProps = Omit<ReturnType<typeof useFilteredActivity>, 'choice' | 'choose'> & {
  readonly onAll: () => void;
};

function FoundActivity(props: FoundActivityProps) {
  const { query, actors, isEmpty, isNew, page, showPage, onAll } = props;
  const { data, isPending, isPlaceholderData } = query;
  const list = useListHead(isPlaceholderData ? undefined : page);
  if (isPending || (isEmpty && actors.isPending)) {
    return <ActivitySkeleton />;
  }
  if (isEmpty) {
    return isNew ? <NoActivity /> : <NoneFound onAll={onAll} />;
  }
  return (
    data && (
      <div ref={list} aria-busy={isPlaceholderData} className="grid grid-cols-1 gap-6">
        <ActivityDays activities={data.activities} />
        <ActivityPager page={page} total={data.total} busy={isPlaceholderData} onPage={showPage} />
      </div>
    )
  );
}

/** Leads to the head of the list when another page of it has come: what was pressed is below it. */
function useListHead(page: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(page);

  useEffect(() => {
    const isOther = page !== undefined && shown.current !== undefined && page !== shown.current;
    shown.current = page ?? shown.current;
    if (isOther) {
      const head = list.current?.querySelector('h2');
      head?.focus({ preventScroll: true });
      head?.scrollIntoView({ block: 'start' });
    }
  }, [page]);

  return list;
}

interface ExportButtonProps {
  readonly filter: ActivityFilter;
  /** There is nothing to export. */
  readonly isEmpty: boolean;
}

function ExportButton({ filter, isEmpty }: ExportButtonProps) {
  const { t } = useTranslation();
  const { busy, error, exportAll } = useExportActivity(filter);

  useEffect(() => {
    if (error !== undefined) {
      notify.failure(t('activity.csvError'), toText(error, t));
    }
  }, [error, t]);

  return isEmpty ? null : (
    <Button aria-label={t('activity.csvName')} busy={busy} onClick={() => void exportAll()}>
      <Download aria-hidden="true" className="size-4" />
      {t('activity.csv')}
    </Button>
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

function NoneFound({ onAll }: { readonly onAll: () => void }) {
  const { t } = useTranslation();
  return (
    <Card className="grid justify-items-center gap-4 px-5 pt-9 pb-10 text-center">
      <Drawing name="cold" />
      <p role="status" className="text-ink-2">
        {t('activity.noneFound')}
      </p>
      <Button onClick={onAll}>{t('activity.showAll')}</Button>
    </Card>
  );
}

interface ActivityPagerProps {
  readonly page: number;
  readonly total: number;
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

/** Which part of all events is shown, and the way to the others; nothing if one page has them all. */
function ActivityPager({ page, total, busy, onPage }: ActivityPagerProps) {
  const { t } = useTranslation();
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);

  if (total <= pageSize) {
    return null;
  }
  return (
    <nav
      aria-label={t('activity.pages')}
      className="flex flex-wrap items-center justify-between gap-3"
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
    <SkeletonGroup className="grid gap-2">
      <Skeleton className="h-5 w-36" />
      <Card className="py-1.5">
        {rows.map((key) => (
          <div key={key} className="flex gap-3 px-5 py-2.5">
            <Skeleton className="size-7 shrink-0 rounded-full" />
            <Skeleton className="h-6 w-72" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
