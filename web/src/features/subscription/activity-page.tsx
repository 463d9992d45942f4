import { type Activity, activityKinds, getActivity } from '@hearth/contract';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useActivityWords } from '../../shared/activity/use-activity-words.tsx';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { saveFile, toCsv } from '../../shared/csv.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
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
import {
  type ActivityChoice,
  ActivityFilters,
  everything,
  lately,
  times,
  toFilter,
} from './activity-filters.tsx';
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

interface ActivityPart {
  readonly choice: ActivityChoice;
  /** From 1. */
  readonly page: number;
}

const lastPage = 1_000_000;
const longestUid = 128;

/** The events that are shown; they are part of the address, so that a reload or a link shows them again. */
function useActivityPart() {
  const [params, setParams] = useSearchParams();
  const part = readPart(params);

  const show = (next: ActivityPart) => setParams(toParams(next), { replace: true });

  return {
    ...part,
    choose: (choice: ActivityChoice) => show({ choice, page: 1 }),
    showPage: (page: number) => show({ ...part, page }),
  };
}

function readPart(params: URLSearchParams): ActivityPart {
  const page = Number(params.get('page'));
  return {
    choice: {
      kind: activityKinds.find((kind) => kind === params.get('kind')) ?? lately.kind,
      actorId: (params.get('person') ?? '').slice(0, longestUid),
      time: times.find((time) => time === params.get('days')) ?? lately.time,
    },
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1,
  };
}

function toParams({ choice: { kind, actorId, time }, page }: ActivityPart): Record<string, string> {
  return {
    ...(kind !== lately.kind && { kind }),
    ...(actorId && { person: actorId }),
    ...(time !== lately.time && { days: time }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** The server's largest page. */
const exportPageSize = 100;

/** Saves every event that the filter finds, newest first, in the words of the screen. */
function useExportActivity(filter: ActivityFilter) {
  const { t } = useTranslation();
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const project = useProjectName();
  const wordsOf = useActivityWords();
  const { busy, error, run } = useChange();

  const heads = [
    t('activity.columns.time'),
    t('activity.columns.event'),
    t('activity.columns.before'),
    t('activity.columns.after'),
    t('activity.columns.note'),
  ];

  function toCells(activity: Activity): string[] {
    const { text, change, note = '' } = wordsOf(activity);
    return [activity.happened_at, text, change?.from ?? '', change?.to ?? '', note];
  }

  /** New events move others to the next page meanwhile, so one may come twice. */
  async function readAll(): Promise<readonly Activity[]> {
    const read = new Map<string, Activity>();
    for (let page = 1; ; page += 1) {
      const question = { subscriptionId, page, pageSize: exportPageSize, ...filter };
      const { activities, total } = await api.call(getActivity, question);
      for (const activity of activities) {
        read.set(activity.id, activity);
      }
      if (page * exportPageSize >= total || activities.length === 0) {
        return [...read.values()];
      }
    }
  }

  const exportAll = () =>
    run(async () => {
      const name = `${project} ${t('activity.title')}`.replace(/[\\/:*?"<>|]/g, ' ').trim();
      saveFile(`${name}.csv`, toCsv([heads, ...(await readAll()).map(toCells)]));
    });

  return { busy, error, exportAll };
}
