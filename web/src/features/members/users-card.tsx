import type { getSubscriptionUsers, OutputOf, SubscriptionUser } from '@hearth/contract';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Drawing } from '../../shared/ui/drawing.tsx';
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
  readonly onPageSize: (pageSize: number) => void;
  readonly onEndAll: (users: readonly SubscriptionUser[], onDone: () => void) => void;
  /** Whether all the selected are being ended. */
  readonly isEnding: boolean;
}

/** The table with its filters and paging, or the sentence that nobody was found. */
export function UsersCard({ list, part, isOld, text, onType, isEnding, ...on }: UsersCardProps) {
  const { users, total, counts } = list;
  const { onAskList, onPage, onPageSize, onEndAll, ...acts } = on;
  const selection = useSelection(users);
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
        <SelectionBar selection={selection} isEnding={isEnding} onEndAll={onEndAll} />
      ) : (
        <UsersToolbar part={part} counts={counts} text={text} onType={onType} onAsk={onAskList} />
      )}
      {total === 0 ? (
        <Nobody part={part} onClear={onAskList} onClearSearch={() => onType('')} />
      ) : (
        <>
          <UsersTable
            users={users}
            part={part}
            isOld={isOld || isBeyond}
            selection={selection}
            onSort={onAskList}
            {...acts}
          />
          <UsersPaging part={part} total={total} onPage={onPage} onPageSize={onPageSize} />
        </>
      )}
    </Card>
  );
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly isEnding: boolean;
  readonly onEndAll: UsersCardProps['onEndAll'];
}

/** In the place of the filters, so that nothing moves. */
function SelectionBar({ selection, isEnding, onEndAll }: SelectionBarProps) {
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

  return (
    <nav
      aria-label={t('users.paging')}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-small text-ink-2 sm:px-5"
    >
      <PageSize pageSize={pageSize} onPageSize={onPageSize} />
      <div className="flex items-center gap-2">
        <p role="status" className="mr-1 tabular-nums">
          {t('users.range', { from, to, total })}
        </p>
        <Button
          size="small"
          aria-label={t('users.previous')}
          off={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Button>
        <Button
          size="small"
          aria-label={t('users.next')}
          off={to >= total}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

type PageSizeProps = Pick<UsersPagingProps, 'onPageSize'> & Pick<UsersPart, 'pageSize'>;

function PageSize({ pageSize, onPageSize }: PageSizeProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id}>{t('users.pageSize')}</label>
      <select
        id={id}
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
        className="h-[38px] rounded-control border border-line-strong bg-surface px-2 text-ink tabular-nums"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </div>
  );
}
