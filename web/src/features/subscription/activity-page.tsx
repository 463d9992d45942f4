import { type Activity, type ActivityKind, activityKinds } from '@hearth/contract';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { daysFromNow, formatTime, formatWeekday } from '../../shared/i18n/format-date-time.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Drawing } from '../../shared/ui/drawing.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { ActivityEvent } from './activity-event.tsx';
import { useExportActivity } from './use-export-activity.ts';
import { useGetActivity } from './use-get-activity.ts';

const pageSize = 20;

type Filter = ActivityKind | 'all';

export function ActivityPage() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<Filter>('all');
  const kind = filter === 'all' ? undefined : filter;
  const query = useGetActivity({ page, pageSize, kind });
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;

  function filterBy(next: Filter) {
    setFilter(next);
    setPage(1);
  }

  const project = subscription.settings.name || t('subscription.untitled');
  const isEmpty = data?.total === 0 && !isPlaceholderData;
  return (
    <>
      <PageHeader
        title={t('activity.title')}
        sub={t('activity.sub', { project })}
        actions=<ExportButton kind={kind} isEmpty={isEmpty} />
      />
      {!(isEmpty && filter === 'all') && <KindFilter value={filter} onChange={filterBy} />}
      {isPending && <ActivitySkeleton />}
      {error && (
        <RetryNote
          title={t('activity.loadError')}
          message={toText(error, t)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {isEmpty &&
        (filter === 'all' ? <NoActivity /> : <NoneOfKind onAll={() => filterBy('all')} />)}
      {data && data.total > 0 && (
        <div aria-busy={isPlaceholderData} className="grid grid-cols-1 gap-6">
          <Days activities={data.activities} />
          <ActivityPager page={page} total={data.total} busy={isPlaceholderData} onPage={setPage} />
        </div>
      )}
    </>
  );
}

interface ExportButtonProps {
  readonly kind: ActivityKind | undefined;
  /** There is nothing to export. */
  readonly isEmpty: boolean;
}

function ExportButton({ kind, isEmpty }: ExportButtonProps) {
  const { t } = useTranslation();
  const { busy, error, exportAll } = useExportActivity(kind);

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

interface KindFilterProps {
  readonly value: Filter;
  readonly onChange: (kind: Filter) => void;
}

function KindFilter({ value, onChange }: KindFilterProps) {
  const { t } = useTranslation();
  const options = (['all', ...activityKinds] as const).map((kind) => ({
    value: kind,
    label: t(`activity.kind.${kind}`),
  }));
  return (
    <div>
      <Segmented label={t('activity.kinds')} options={options} value={value} onChange={onChange} />
    </div>
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

function NoneOfKind({ onAll }: { readonly onAll: () => void }) {
  const { t } = useTranslation();
  return (
    <Card className="grid justify-items-center gap-4 px-5 pt-9 pb-10 text-center">
      <Drawing name="cold" />
      <p role="status" className="text-ink-2">
        {t('activity.noneOfKind')}
      </p>
      <Button onClick={onAll}>{t('activity.showAll')}</Button>
    </Card>
  );
}

/** The events of one page, day by day. */
function Days({ activities }: { readonly activities: readonly Activity[] }) {
  const days = new Map<string, Activity[]>();
  for (const activity of activities) {
    const day = new Date(activity.happened_at).toDateString();
    days.set(day, [...(days.get(day) ?? []), activity]);
  }
  return [...days].map(([day, events]) => <Day key={day} events={events} />);
}

function Day({ events }: { readonly events: readonly Activity[] }) {
  const headId = useId();
  const language = useLanguage();
  const dayText = useDayText();

  return (
    <section className="grid gap-2">
      <h2 id={headId} className="text-small font-card text-ink-2 tabular-nums">
        {dayText(events[0]?.happened_at ?? '')}
      </h2>
      <Card>
        <ul aria-labelledby={headId} className="py-1.5">
          {events.map((activity) => (
            <ActivityEvent
              key={activity.id}
              activity={activity}
              when={formatTime(activity.happened_at, language)}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

const nearDays = new Map<number, 'activity.today' | 'activity.yesterday'>([
  [0, 'activity.today'],
  [-1, 'activity.yesterday'],
]);

/** "Today · Nov 22, 2026" */
function useDayText(): (instant: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (instant) => {
    const near = nearDays.get(daysFromNow(instant));
    const day = near ? t(near) : formatWeekday(instant, language);
    return t('activity.day', { day, date: formatDate(instant, language) });
  };
}

interface ActivityPagerProps {
  readonly page: number;
  readonly total: number;
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

/** Which part of all events is shown, and the way to the others; nothing where one page has them all. */
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
