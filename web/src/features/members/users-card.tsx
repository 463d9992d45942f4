import type { getSubscriptionUsers, OutputOf, SubscriptionUser } from '@hearth/contract';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { pageSizes, type UsersPart } from './use-get-subscription-users.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UsersTable } from './users-table.tsx';

interface UsersCardProps {
  readonly list: OutputOf<typeof getSubscriptionUsers>;
  readonly part: UsersPart;
  readonly isOld: boolean;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: number) => void;
  readonly onClearSearch: () => void;
  readonly onAsk: (question: UserQuestion, user: SubscriptionUser) => void;
}

/** The table with its paging, or the sentence that the search has found nobody. */
export function UsersCard({ list, part, isOld, ...on }: UsersCardProps) {
  const { t } = useTranslation();
  const { users, total } = list;
  const lastPage = Math.max(1, Math.ceil(total / part.pageSize));
  const isBeyond = !isOld && part.page > lastPage;
  const goToLastPage = useEffectEvent(() => on.onPage(lastPage));

  // The last row of the last page may have been removed.
  useEffect(() => {
    if (isBeyond) {
      goToLastPage();
    }
  }, [isBeyond]);

  if (total === 0) {
    return (
      <Card className="grid justify-items-center gap-4 px-5 py-10 text-center">
        <p role="status" className="wrap-anywhere text-ink-2">
          {t('users.noMatch', { search: part.search })}
        </p>
        <Button onClick={on.onClearSearch}>{t('users.clearSearch')}</Button>
      </Card>
    );
  }
  return (
    <Card className="@container overflow-hidden">
      <UsersTable users={users} isOld={isOld || isBeyond} onAsk={on.onAsk} />
      <UsersPaging part={part} total={total} onPage={on.onPage} onPageSize={on.onPageSize} />
    </Card>
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
