import type { getSubscriptionUsers, OutputOf, SubscriptionUser } from '@hearth/contract';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { UsersPart } from './use-get-subscription-users.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UsersPaging } from './users-paging.tsx';
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
