import type { getSubscriptionUsers, OutputOf, SubscriptionUser } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { isFull } from '../../shared/plans/seats.ts';
import { seenRows, useNoteRows } from '../../shared/seen-rows.ts';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ReadOnlyReason } from '../../shared/ui/read-only.ts';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { useSearchText } from '../../shared/use-search-text.ts';
import { RefusalNotice } from '../../shared/verification/refusal-notice.tsx';
import { SeatsFull } from './seats-full.tsx';
import {
  type UsersPart,
  useGetSubscriptionUsers,
  useUsersPart,
} from './use-get-subscription-users.ts';
import { type UserAction, useUserActions } from './use-user-actions.ts';
import { useWaitReason } from './use-user-words.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UsersCard } from './users-card.tsx';
import { RemoveManyDialog, UsersDialog } from './users-dialog.tsx';
import { UsersHeader } from './users-header.tsx';

export function UsersPage() {
  const { t } = useTranslation();
  const { part, showPage, changePageSize, ask } = useUsersPart();
  const { text, setText } = useSearchText(part.search, (search) => ask({ search }));
  const list = useGetSubscriptionUsers(part);
  useNoteUsers(part, list);
  const [asked, setAsked] = useState<AskedChange>();
  const [ending, setEnding] = useState<Ending>();
  const actions = useUserActions();
  const waitReason = useWaitReason(actions.work !== undefined);
  const isEnding = actions.work?.action === 'remove';
  const worked = [...(actions.work?.users ?? []), ...actions.ended].map(({ id }) => id);
  const seats = list.data?.seats;
  const isOver = useCurrentSubscription().subscription.status === 'canceled';
  const hasNoSeat = seats !== undefined && isFull(seats);

  function handleEndAll(users: readonly SubscriptionUser[], onDone: () => void) {
    if (users.every(({ status }) => status === 'pending')) {
      void actions.endAll(users, onDone);
    } else {
      setEnding({
        users,
        onDone() {
          setEnding(undefined);
          onDone();
        },
      });
    }
  }

  return (
    <>
      <UsersHeader list={list.data} part={part} isFull={hasNoSeat} />
      {hasNoSeat && !isOver && <SeatsFull limit={seats.limit ?? 0} />}
      {actions.failure && <ActionProblem {...actions.failure} />}
      {list.isPending && <UsersSkeleton pageSize={part.pageSize} />}
      {list.error && (
        <RetryNote
          message={t('users.loadError')}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      <ReadOnlyReason value={waitReason}>
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
            isAlone={isAlone(list.data) && !isAsked(part)}
            isEnding={isEnding}
            isBusy={({ id }) => worked.includes(id)}
            onAsk={(question, user, permissions) => setAsked({ question, user, permissions })}
            onResend={(user) => void actions.resend(user)}
            onRevoke={(user) => void actions.revoke(user)}
            onPermission={(...change) => void actions.setPermission(...change)}
          />
        )}
        {ending && (
          <RemoveManyDialog
            users={ending.users}
            busy={isEnding}
            onConfirm={() => void actions.endAll(ending.users, ending.onDone)}
            onClose={() => setEnding(undefined)}
          />
        )}
      </ReadOnlyReason>
      {list.data && isAlone(list.data) && <JustYou limit={list.data.seats.limit} />}
      {asked && <UsersDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Whether nobody else is here or was invited. */
function isAlone({ counts, seats }: OutputOf<typeof getSubscriptionUsers>): boolean {
  return counts.active + counts.pending === 1 && seats.used === 1;
}

/** Whether a search or a filter is on, which must be seen to be taken away. */
const isAsked = ({ search, role, status }: UsersPart) =>
  search !== '' || role !== '' || status !== 'all';

/** Notes the first page of everybody, for the skeleton of the next visit. */
function useNoteUsers(part: UsersPart, list: ReturnType<typeof useGetSubscriptionUsers>): void {
  const isWhole = !isAsked(part) && part.page === 1 && !list.isPlaceholderData;
  useNoteRows('users', isWhole ? list.data?.users.length : undefined);
}

/** The way to others is the button at the top. */
function JustYou({ limit }: { readonly limit: number | null }) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { subscription, plan } = useCurrentSubscription();
  const free = (limit ?? Number.POSITIVE_INFINITY) - 1;
  if (subscription.status !== 'active' || !plan || free < 1) {
    return null;
  }
  const planTitle = configuredText(plan.titleKey);
  return (
    <EmptyState drawing="people" title={t('subscription.overview.justYou')}>
      {limit === null
        ? t('users.justYouAnyNumber', { plan: planTitle })
        : t('users.justYou', { plan: planTitle, count: free })}
    </EmptyState>
  );
}

interface AskedChange {
  readonly question: UserQuestion;
  readonly user: SubscriptionUser;
  /** Offered in place of those that the person holds. */
  readonly permissions: readonly string[] | undefined;
}

interface Ending {
  readonly users: readonly SubscriptionUser[];
  readonly onDone: () => void;
}

function ActionProblem({
  action,
  error,
}: {
  readonly action: UserAction;
  readonly error: unknown;
}) {
  const { t } = useTranslation();
  const titles = {
    revoke: t('invites.revokeError'),
    resend: t('invites.resendError'),
    remove: t('users.removeError'),
    permissions: t('users.updatePermissionsError'),
  };
  return (
    <RefusalNotice error={error} title={titles[action]}>
      {toText(error, t)}
    </RefusalNotice>
  );
}

/** The rows that this browser saw last, as far as they fit on the page that is asked for. */
function UsersSkeleton({ pageSize }: Pick<UsersPart, 'pageSize'>) {
  const [rows] = useState(() => seenRows('users'));
  return (
    <SkeletonGroup>
      <Card className="overflow-hidden">
        {rows > 1 && <div className="h-[61px] border-b border-line" />}
        <div className="h-10 bg-sunken max-lg:hidden" />
        {Array.from({ length: Math.min(rows, pageSize) }, (_, row) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton never change.
            key={row}
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
