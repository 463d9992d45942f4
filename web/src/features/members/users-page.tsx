import type { SubscriptionUser } from '@hearth/contract';
import Search from 'lucide-react/icons/search';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import {
  longestSearch,
  useGetSubscriptionUsers,
  useUsersPart,
} from './use-get-subscription-users.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UsersCard } from './users-card.tsx';
import { UsersDialog } from './users-dialog.tsx';

export function UsersPage() {
  const { t } = useTranslation();
  const { part, showPage, changePageSize, searchFor } = useUsersPart();
  const { text, setText } = useSearchText(part.search, searchFor);
  const list = useGetSubscriptionUsers(part);
  const [asked, setAsked] = useState<{ question: UserQuestion; user: SubscriptionUser }>();

  return (
    <>
      <PageHeader
        title={t('users.title')}
        sub={list.data ? <SeatMeter {...list.data.seats} /> : <SeatsToCome />}
        actions={
          <>
            <UserSearch text={text} onType={setText} />
            <InviteButton />
          </>
        }
      />
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
          onPage={showPage}
          onPageSize={changePageSize}
          onClearSearch={() => setText('')}
          onAsk={(question, user) => setAsked({ question, user })}
        />
      )}
      {asked && <UsersDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** As high as the meter, so that nothing moves when it comes. */
function SeatsToCome() {
  return <span aria-hidden="true" className="block h-[37px]" />;
}

/** The way to the invite page; nobody joins a canceled subscription. */
function InviteButton() {
  const { t } = useTranslation();
  const hintId = useId();
  const { id, status } = useCurrentSubscription().subscription;

  if (status !== 'canceled') {
    return (
      <ButtonLink to={paths.inviteUser(id)} variant="primary">
        {t('invites.invite')}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button variant="primary" off aria-describedby={hintId}>
        {t('invites.invite')}
      </Button>
      <p id={hintId} className="basis-full text-small text-ink-2 sm:text-right">
        {t('invites.canceledHint')}
      </p>
    </>
  );
}

interface SeatMeterProps {
  readonly used: number;
  readonly limit: number;
}

/** Seats in words; the bar only repeats them. */
function SeatMeter({ used, limit }: SeatMeterProps) {
  const { t } = useTranslation();
  const isFull = used >= limit;
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100;

  return (
    <span className="grid gap-2">
      <span className="tabular-nums">{t('users.seats', { used, limit })}</span>
      <span
        aria-hidden="true"
        className="block h-1.5 max-w-[260px] overflow-hidden rounded-full bg-line"
      >
        <span
          style={{ width: `${percent}%` }}
          className={classNames('block h-full rounded-full', isFull ? 'bg-warn' : 'bg-ink-3')}
        />
      </span>
      {isFull && <span className="text-small text-warn">{t('users.seatsFull')}</span>}
    </span>
  );
}

interface UserSearchProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

function UserSearch({ text, onType }: UserSearchProps) {
  const { t } = useTranslation();
  return (
    <div className="relative w-full sm:w-[240px]">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        value={text}
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        maxLength={longestSearch}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        className="h-[38px] w-full min-w-0 rounded-control border border-line-strong bg-surface pr-3 pl-9 text-label text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent focus:shadow-halo focus:outline-2 focus:outline-transparent"
      />
    </div>
  );
}

const pauseMs = 300;

/** Text of the search field; the search starts when the typing pauses. */
function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);

  const send = useEffectEvent(() => {
    sent.current = text.trim();
    onSearch(sent.current);
  });

  useEffect(() => {
    if (text.trim() === sent.current) {
      return;
    }
    const timer = setTimeout(() => send(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  // A link of the sidebar changes the address too; what is being typed is not taken back by its own echo.
  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search;
      setText(search);
    }
  }, [search]);

  return { text, setText };
}

function UsersSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="overflow-hidden">
        <div className="h-10 bg-sunken max-sm:hidden" />
        {['first', 'second', 'third'].map((key) => (
          <div
            key={key}
            className="flex h-[60px] items-center gap-3 border-t border-line px-4 first:border-t-0 max-sm:h-[120px] sm:px-5"
          >
            <Skeleton className="size-8 rounded-full" />
            <div className="grid gap-1.5">
              <Skeleton className="h-4 w-36" />
              <Skeleton className="h-3.5 w-44" />
            </div>
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
