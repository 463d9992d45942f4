import type { SubscriptionUser } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import type { UserQuestion } from './user-actions.tsx';
import { UserRow } from './user-row.tsx';

interface UsersTableProps {
  readonly users: readonly SubscriptionUser[];
  /** Rows of the page before, while the next one is on its way. */
  readonly isOld: boolean;
  readonly onAsk: (question: UserQuestion, user: SubscriptionUser) => void;
}

/** A table; where it has less than 780 px, on phones and beside the sidebar of a tablet, a list of blocks. */
export function UsersTable({ users, isOld, onAsk }: UsersTableProps) {
  const { t } = useTranslation();
  const { settings } = useCurrentSubscription().subscription;
  const project = settings.name || t('subscription.untitled');

  return (
    <table
      aria-busy={isOld || undefined}
      className={classNames(
        'w-full border-collapse transition-opacity duration-150 ease-out @max-[780px]:block',
        isOld && 'opacity-60',
      )}
    >
      <caption className="sr-only">{t('users.caption', { project })}</caption>
      <thead className="bg-sunken text-small text-ink-2 @max-[780px]:sr-only">
        <tr>
          <Head>{t('users.name')}</Head>
          <Head>{t('users.email')}</Head>
          <Head>{t('users.permissions')}</Head>
          <Head>{t('users.status')}</Head>
          <Head>
            <span className="sr-only">{t('users.actions')}</span>
          </Head>
        </tr>
      </thead>
      <tbody className="@max-[780px]:block [&>tr:first-child]:border-t-0">
        {users.map((user) => (
          <UserRow key={user.id} user={user} onAsk={(question) => onAsk(question, user)} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ children }: { readonly children: ReactNode }) {
  return (
    <th scope="col" className="h-10 px-4 text-left font-label first:pl-5">
      {children}
    </th>
  );
}
