import type { SubscriptionUser } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { InviteButton } from './invite-button.tsx';
import { SeatMeter } from './seat-meter.tsx';
import { useGetSubscriptionUsers } from './use-get-subscription-users.ts';
import { useSearchText } from './use-search-text.ts';
import { useUsersPart } from './use-users-part.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UserSearch } from './user-search.tsx';
import { UsersCard } from './users-card.tsx';
import { UsersDialog } from './users-dialog.tsx';
import { UsersSkeleton } from './users-skeleton.tsx';

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
