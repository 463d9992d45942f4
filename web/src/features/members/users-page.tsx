import type { getSubscriptionUsers, OutputOf, SubscriptionUser } from '@hearth/contract';
import Download from 'lucide-react/icons/download';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { useSearchText } from '../../shared/use-search-text.ts';
import { SeatsFull } from './seats-full.tsx';
import { useExportUsers } from './use-export-users.ts';
import {
  type UsersPart,
  useGetSubscriptionUsers,
  useUsersPart,
} from './use-get-subscription-users.ts';
import { type UserDeed, useUserDeeds } from './use-user-deeds.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UsersCard } from './users-card.tsx';
import { RemoveManyDialog, UsersDialog } from './users-dialog.tsx';

export function UsersPage() {
  const { t } = useTranslation();
  const { part, showPage, changePageSize, ask } = useUsersPart();
  const { text, setText } = useSearchText(part.search, (search) => ask({ search }));
  const list = useGetSubscriptionUsers(part);
  const [asked, setAsked] = useState<{ question: UserQuestion; user: SubscriptionUser }>();
  const [ending, setEnding] = useState<Ending>();
  const deeds = useUserDeeds();
  const hintId = useId();
  const seats = list.data?.seats;
  const isFull = seats !== undefined && seats.used >= seats.limit;

  function handleEndAll(users: readonly SubscriptionUser[], onDone: () => void) {
    if (users.every(({ status }) => status === 'pending')) {
      void deeds.endAll(users, onDone);
    } else {
      setEnding({ users, onDone });
    }
  }

  return (
    <>
      <PageHeader
        title={t('users.title')}
        sub={list.data ? <SeatMeter list={list.data} /> : <SeatsToCome />}
        actions={
          <>
            <ExportButton part={part} />
            <InviteButton isFull={isFull} hintId={hintId} />
          </>
        }
      />
      <CanceledHint id={hintId} />
      {isFull && <SeatsFull limit={seats.limit} />}
      {deeds.failure && <DeedProblem {...deeds.failure} />}
      {list.isPending && <UsersSkeleton />}
      {list.error && (
        <RetryNote
          message={t('users.loadError')}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <UsersCard
          list={list.data}
          part={part}
          isOld={list.isPlaceholderData}
          text={text}
          onType={setText}
          onAskList={ask}
          onPage={showPage}
          onPageSize={changePageSize}
          onEndAll={handleEndAll}
          onAsk={(question, user) => setAsked({ question, user })}
          onResend={(user) => void deeds.resend(user)}
          onRevoke={(user) => void deeds.revoke(user)}
        />
      )}
      {list.data && isAlone(list.data) && <JustYou free={list.data.seats.limit - 1} />}
      {asked && <UsersDialog {...asked} onClose={() => setAsked(undefined)} />}
      {ending && (
        <RemoveManyDialog
          users={ending.users}
          onConfirm={() => {
            setEnding(undefined);
            void deeds.endAll(ending.users, ending.onDone);
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

/** Whether nobody else is here or was invited. */
function isAlone({ counts, seats }: OutputOf<typeof getSubscriptionUsers>): boolean {
  return counts.active + counts.pending === 1 && seats.used === 1;
}

/** The way to others is the button at the top. */
function JustYou({ free }: { readonly free: number }) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { subscription, plan } = useCurrentSubscription();
  if (subscription.status !== 'active' || !plan || free < 1) {
    return null;
  }
  return (
    <EmptyState drawing="people" title={t('subscription.overview.justYou')}>
      {t('users.justYou', { plan: configuredText(plan.titleKey), count: free })}
    </EmptyState>
  );
}

interface Ending {
  readonly users: readonly SubscriptionUser[];
  readonly onDone: () => void;
}

function DeedProblem({ deed, error }: { readonly deed: UserDeed; readonly error: unknown }) {
  const { t } = useTranslation();
  const titles = {
    revoke: t('invites.revokeError'),
    resend: t('invites.resendError'),
    remove: t('users.removeError'),
  };
  return (
    <Notice tone="bad" title={titles[deed]}>
      {toText(error, t)}
    </Notice>
  );
}

/** Same height as the meter, so that nothing moves when it comes. */
function SeatsToCome() {
  return <span aria-hidden="true" className="block h-[23px]" />;
}

function ExportButton({ part }: { readonly part: UsersPart }) {
  const { t } = useTranslation();
  const { busy, error, exportAll } = useExportUsers(part);

  useEffect(() => {
    if (error !== undefined) {
      notify.failure(t('users.csvError'), toText(error, t));
    }
  }, [error, t]);

  return (
    <Button aria-label={t('users.csvName')} busy={busy} onClick={() => void exportAll()}>
      <Download aria-hidden="true" className="size-4" />
      {t('users.csv')}
    </Button>
  );
}

/** Why the button above is off. */
function CanceledHint({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return useCurrentSubscription().subscription.status === 'canceled' ? (
    <p id={id} className="-mt-3 text-small text-ink-2">
      {t('invites.canceledHint')}
    </p>
  ) : null;
}

/** The way to the invite page; nobody joins a canceled subscription, or one without a free seat. */
function InviteButton({ isFull, hintId }: { readonly isFull: boolean; readonly hintId: string }) {
  const { t } = useTranslation();
  const { id, status } = useCurrentSubscription().subscription;
  const isCanceled = status === 'canceled';

  if (!(isCanceled || isFull)) {
    return (
      <ButtonLink to={paths.inviteUser(id)} variant="primary">
        {t('invites.invite')}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button variant={isCanceled ? 'primary' : 'secondary'} off aria-describedby={hintId}>
        {t('invites.invite')}
      </Button>
      {!isCanceled && (
        <p id={hintId} className="sr-only">
          {t('users.seatsFull')}
        </p>
      )}
    </>
  );
}

/** Seats in words; the bar only repeats them. */
function SeatMeter({ list }: { readonly list: OutputOf<typeof getSubscriptionUsers> }) {
  const { t } = useTranslation();
  const { seats, open_invites: count } = list;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-label tabular-nums">
      <span>{t('users.seats', { ...seats })}</span>
      {count > 0 && <span>{t('users.openCount', { count })}</span>}
      <Meter used={seats.used} max={seats.limit} className="max-w-[140px]" />
    </span>
  );
}

function UsersSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="overflow-hidden">
        <div className="h-[61px] border-b border-line" />
        <div className="h-10 bg-sunken max-lg:hidden" />
        {['first', 'second', 'third'].map((key) => (
          <div
            key={key}
            className="flex h-11 items-center gap-3 border-t border-line px-4 first:border-t-0 max-lg:h-[72px]"
          >
            <Skeleton className="size-7 rounded-full" />
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-44 max-lg:hidden" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
