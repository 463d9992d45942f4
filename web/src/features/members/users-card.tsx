import type { getSubscriptionUsers, OutputOf, SubscriptionUser } from '@hearth/contract';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Drawing } from '../../shared/ui/drawing.tsx';
import { Paging } from '../../shared/ui/paging.tsx';
import { SelectedRoles } from './selected-roles.tsx';
import { type AskUsers, pageSizes, type UsersPart } from './use-get-subscription-users.ts';
import { type Selection, useSelection } from './use-selection.ts';
import type { UserActs } from './user-actions.tsx';
import { UsersTable } from './users-table.tsx';
import { UsersToolbar } from './users-toolbar.tsx';

interface UsersCardProps extends UserActs {
  readonly list: OutputOf<typeof getSubscriptionUsers>;
  readonly part: UsersPart;
  readonly isOld: boolean;
  /** Text of the search field. */
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onAskList: AskUsers;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number, row: number) => void;
  readonly onEndAll: (users: readonly SubscriptionUser[], onDone: () => void) => void;
  /** The person is alone here: there is nothing to search, filter or page through. */
  readonly isAlone: boolean;
  /** Whether all the selected are being ended. */
  readonly isEnding: boolean;
}

/** The table with its filters and paging, or the sentence that nobody was found. */
export function UsersCard({
  list,
  part,
  isOld,
  text,
  onType,
  isAlone,
  isEnding,
  ...on
}: UsersCardProps) {
  const { users, total, counts } = list;
  const { onAskList, onPage, onPageSize, onEndAll, ...acts } = on;
  const selection = useSelection(users);
  const { table, keepRow } = useKeptRow(users, isOld ? 0 : part.pageSize);
  const lastPage = Math.max(1, Math.ceil(total / part.pageSize));
  const isBeyond = !isOld && part.page > lastPage;
  const goToLastPage = useEffectEvent(() => onPage(lastPage));

  // The last row of the last page may have been removed.
  useEffect(() => {
    if (isBeyond) {
      goToLastPage();
    }
  }, [isBeyond]);

  return (
    <Card className="@container overflow-hidden">
      {selection.isSome ? (
        <SelectionBar
          selection={selection}
          isEnding={isEnding}
          onEndAll={onEndAll}
          onPermission={acts.onPermission}
        />
      ) : (
        !isAlone && (
          <UsersToolbar part={part} counts={counts} text={text} onType={onType} onAsk={onAskList} />
        )
      )}
      {total === 0 ? (
        <Nobody part={part} onClear={onAskList} onClearSearch={() => onType('')} />
      ) : (
        <>
          <UsersTable
            ref={table}
            users={users}
            part={part}
            isOld={isOld || isBeyond}
            selection={selection}
            onSort={onAskList}
            {...acts}
          />
          {!isAlone && (
            <UsersPaging
              part={part}
              total={total}
              onPage={onPage}
              onPageSize={(pageSize) => onPageSize(pageSize, keepRow(pageSize))}
            />
          )}
        </>
      )}
    </Card>
  );
}

interface SelectionBarProps extends Pick<UserActs, 'onPermission'> {
  readonly selection: Selection;
  readonly isEnding: boolean;
  readonly onEndAll: UsersCardProps['onEndAll'];
}

/** In the place of the filters, so that nothing moves. */
function SelectionBar({ selection, isEnding, onEndAll, onPermission }: SelectionBarProps) {
  const { t } = useTranslation();
  const { selected, clear } = selection;
  const onlyInvites = selected.every(({ status }) => status === 'pending');
  return (
    <div className="flex min-h-[61px] flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2.5">
      <p role="status" className="mr-auto text-label font-label tabular-nums">
        {t('users.selected', { count: selected.length })}
      </p>
      <Button variant="quiet" onClick={clear}>
        {t('users.clearSelection')}
      </Button>
      <SelectedRoles selected={selected} onPermission={onPermission} />
      <Button variant="danger" busy={isEnding} onClick={() => onEndAll(selected, clear)}>
        {onlyInvites ? t('invites.revoke') : t('users.removeMany')}
      </Button>
    </div>
  );
}

interface NobodyProps {
  readonly part: UsersPart;
  readonly onClear: AskUsers;
  readonly onClearSearch: () => void;
}

function Nobody({ part, onClear, onClearSearch }: NobodyProps) {
  const { t } = useTranslation();
  const { search, role, status } = part;
  const isFiltered = role !== '' || status !== 'all';
  return (
    <div className="grid justify-items-center gap-4 px-5 py-10 text-center">
      <Drawing name="cold" />
      <p role="status" className="wrap-anywhere text-ink-2">
        {isFiltered ? t('users.noMatchFilter') : t('users.noMatch', { search })}
      </p>
      {isFiltered ? (
        <Button onClick={() => onClear({ role: '', status: 'all' })}>
          {t('users.clearFilters')}
        </Button>
      ) : (
        <Button onClick={onClearSearch}>{t('users.clearSearch')}</Button>
      )}
    </div>
  );
}

interface UsersPagingProps {
  readonly part: UsersPart;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
}

function UsersPaging({ part, total, onPage, onPageSize }: UsersPagingProps) {
  const { t } = useTranslation();
  const { page, pageSize } = part;
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  const range = t('users.range', { from, to, total });
  return <Paging {...{ page, pageSize, total, range, onPage, pageSizes, onPageSize }} />;
}

/** Height of the bar at the top of every page, in pixels. */
const coveredPx = 56;

/** Keeps the row that is first in view at its place on the screen when pages of another size are shown. `pageSize` is that of these users. */
function useKeptRow(users: readonly SubscriptionUser[], pageSize: number) {
  const table = useRef<HTMLTableElement>(null);
  const kept = useRef<{ readonly id: string; readonly top: number; readonly pageSize: number }>(
    undefined,
  );
  const rows = () => [...(table.current?.querySelectorAll('tbody > tr') ?? [])];

  useLayoutEffect(() => {
    const { current } = kept;
    if (current?.pageSize === pageSize) {
      kept.current = undefined;
      const row = rows()[users.findIndex(({ id }) => id === current.id)];
      if (row) {
        window.scrollBy(0, row.getBoundingClientRect().top - current.top);
      }
    }
  });

  return {
    table,
    /** Notes the row until there are pages of the given size, and answers its number on the present one. */
    keepRow(nextSize: number): number {
      const tops = rows().map((row) => row.getBoundingClientRect());
      const first = tops.findIndex(({ top, bottom }) => (top + bottom) / 2 > coveredPx);
      const row = Math.max(0, first);
      const id = users[row]?.id;
      kept.current =
        id === undefined ? undefined : { id, top: tops[row]?.top ?? 0, pageSize: nextSize };
      return row;
    },
  };
}
