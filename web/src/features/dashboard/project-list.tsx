import type { ListedSubscription } from '@hearth/contract';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '../../shared/browser-storage.ts';
import { paths } from '../../shared/paths.ts';
import { seenRows, useNoteRows } from '../../shared/seen-rows.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { CanceledRow, ProjectRow, rowStyle } from './project-row.tsx';
import { ProjectTools } from './project-tools.tsx';
import { useProjectPart } from './use-project-part.ts';

interface ProjectListProps {
  readonly subscriptions: readonly ListedSubscription[];
  /** Whether no project is missing. */
  readonly isAll: boolean;
}

export function ProjectList({ subscriptions, isAll }: ProjectListProps) {
  const { t } = useTranslation();
  const running = subscriptions.filter(({ status }) => status !== 'canceled');
  const canceled = subscriptions.filter(({ status }) => status === 'canceled');

  return (
    <>
      {running.length > 0 && <RunningProjects running={running} />}
      {running.length === 0 && isAll && (
        <EmptyState
          drawing="hearth"
          title={t('dashboard.emptyTitle')}
          action={
            <ButtonLink to={paths.createPlan} variant="primary">
              {t('dashboard.create')}
            </ButtonLink>
          }
        >
          {t('dashboard.empty')}
        </EmptyState>
      )}
      {canceled.length > 0 && <CanceledProjects canceled={canceled} />}
    </>
  );
}

function RunningProjects({ running }: { readonly running: readonly ListedSubscription[] }) {
  const { t } = useTranslation();
  const part = useProjectPart(running);
  useNoteRows('projects', running.length);

  return (
    <section aria-labelledby="projects" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="projects" className="flex-1 text-card font-card">
          {t('dashboard.title')}
        </h2>
        {part.hasTools && <ProjectTools part={part} />}
      </div>
      {part.found.length > 0 ? (
        <Card className="@container overflow-clip">
          <ListHead />
          <ul aria-label={t('dashboard.list')} className={listStyle}>
            {part.found.map((subscription) => (
              <ProjectRow key={subscription.id} subscription={subscription} />
            ))}
          </ul>
        </Card>
      ) : (
        <EmptyState
          drawing="cold"
          title={
            part.search
              ? t('dashboard.tools.nothing', { search: part.search })
              : t('dashboard.tools.nothingShown')
          }
          action={<Button onClick={part.clear}>{t('dashboard.tools.clear')}</Button>}
        >
          {t('dashboard.tools.nothingText')}
        </EmptyState>
      )}
    </section>
  );
}

const listStyle = '[&>li+li]:border-t [&>li]:border-line';

/** Heads of the columns for the eye; each row says itself what its figures are. */
function ListHead() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden="true"
      className={classNames(
        rowStyle,
        'border-b border-line bg-sunken py-2 text-small font-label text-ink-2 @max-[720px]:hidden',
      )}
    >
      <span>{t('dashboard.head.name')}</span>
      <span className="@max-[860px]:hidden">{t('dashboard.head.people')}</span>
      <span>{t('dashboard.head.seats')}</span>
      <span>{t('dashboard.head.next')}</span>
      <span>{t('dashboard.head.status')}</span>
      <span />
    </div>
  );
}

/** Projects that are over or were given up: out of the way until they are asked for. */
function CanceledProjects({ canceled }: { readonly canceled: readonly ListedSubscription[] }) {
  const { t } = useTranslation();
  const { isShown, toggle } = useShowsCanceled();
  const id = useId();
  const words = { count: canceled.length };

  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          onClick={toggle}
        >
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-4 transition-transform', isShown && 'rotate-90')}
          />
          {isShown ? t('dashboard.canceled.hide', words) : t('dashboard.canceled.show', words)}
        </Button>
      </div>
      {isShown && (
        <Card className="@container overflow-clip">
          <ul id={id} aria-label={t('dashboard.canceled.list')} className={listStyle}>
            {canceled.map((subscription) => (
              <CanceledRow key={subscription.id} subscription={subscription} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

const storageKey = 'hearth.canceled';

/** Whether the dashboard shows canceled projects, remembered in this browser; they are hidden at first. */
function useShowsCanceled() {
  const [isShown, setIsShown] = useState(() => browserStorage.get(storageKey) === 'shown');

  function toggle() {
    browserStorage.set(storageKey, isShown ? 'hidden' : 'shown');
    setIsShown(!isShown);
  }

  return { isShown, toggle };
}

/** The strip and the rows that this browser saw last. */
export function ProjectSkeleton() {
  const [attention] = useState(() => seenRows('attention'));
  const [rows] = useState(() => seenRows('projects'));
  return (
    <SkeletonGroup className="grid gap-6">
      {attention > 0 && (
        <Card className={listStyle}>
          <div className="h-[51px]" />
          {range(attention).map((line) => (
            <div
              key={line}
              className="flex h-[61px] items-center gap-3 border-t border-line px-5 max-sm:h-[129px]"
            >
              <Skeleton className="size-8" />
              <Skeleton className="h-4 w-56" />
            </div>
          ))}
        </Card>
      )}
      <div className="grid gap-3">
        <Skeleton className="h-6 w-24" />
        <Card className={classNames('@container overflow-clip', listStyle)}>
          <div className="h-[37px] bg-sunken @max-[720px]:hidden" />
          {range(rows).map((row) => (
            <div
              key={row}
              className="flex h-[72px] items-center gap-3 border-t border-line px-5 first:border-t-0 @max-[720px]:h-[120px]"
            >
              <Skeleton className="size-8" />
              <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
                <Skeleton className="h-4 w-44" />
                <Skeleton className="h-3 w-28" />
              </div>
              <Skeleton className="h-4 w-32 max-sm:hidden" />
              <Skeleton className="h-6 w-16 rounded-full" />
            </div>
          ))}
        </Card>
      </div>
    </SkeletonGroup>
  );
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
