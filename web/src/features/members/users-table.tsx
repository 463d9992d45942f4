import type { SubscriptionUser } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { usePermissionsText, useUserName } from './use-user-words.ts';
import { UserActions, type UserQuestion } from './user-actions.tsx';

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

interface UserRowProps {
  readonly user: SubscriptionUser;
  readonly onAsk: (question: UserQuestion) => void;
}

/** In little room a block: the name first, a member's menu beside it, the rest below. */
function UserRow({ user, onAsk }: UserRowProps) {
  const { t } = useTranslation();
  const permissionsText = usePermissionsText();
  const isPending = user.status === 'pending';

  return (
    <tr className="border-t border-line @max-[780px]:grid @max-[780px]:grid-cols-[1fr_auto] @max-[780px]:gap-2 @max-[780px]:p-4 @min-[780px]:h-[60px]">
      <th scope="row" className={classNames(cellStyle, 'text-left font-normal @min-[780px]:pl-5')}>
        <Person user={user} />
      </th>
      <td
        className={classNames(
          cellStyle,
          belowNameStyle,
          'text-label wrap-anywhere text-ink-2 @max-[780px]:-mt-2',
        )}
      >
        {user.email}
      </td>
      <td className={classNames(cellStyle, belowNameStyle, 'text-label text-ink-2')}>
        {permissionsText(user)}
      </td>
      <td className={classNames(cellStyle, belowNameStyle)}>
        <Badge tone={isPending ? 'warn' : 'good'}>
          {isPending ? t('users.pending') : t('users.active')}
        </Badge>
      </td>
      <td
        className={classNames(
          cellStyle,
          '@max-[780px]:empty:hidden @min-[780px]:text-right',
          isPending ? pendingActionsStyle : '@max-[780px]:col-start-2 @max-[780px]:row-start-1',
        )}
      >
        <UserActions user={user} onAsk={onAsk} />
      </td>
    </tr>
  );
}

const cellStyle = '@min-[780px]:px-4 @min-[780px]:py-2';
/** Under the name, past the picture. */
const belowNameStyle = '@max-[780px]:col-span-2 @max-[780px]:pl-11';
const pendingActionsStyle = '@max-[780px]:col-span-2 @max-[780px]:pl-8.5';

function Person({ user }: { readonly user: SubscriptionUser }) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const name = useUserName()(user);
  const { display_name, email } = user;

  return (
    <span className="flex items-center gap-3">
      <Avatar name={display_name || email} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @min-[780px]:min-w-[120px]">
        <span className={classNames('min-w-0 wrap-anywhere', !display_name && 'text-ink-2')}>
          {name}
        </span>
        {user.id === subscription.owner_id && <Badge tone="accent">{t('users.owner')}</Badge>}
        {user.id === uid && <Badge>{t('users.you')}</Badge>}
      </span>
    </span>
  );
}
