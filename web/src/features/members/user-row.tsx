import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Avatar, InvitedAvatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { ReadOnlyReason } from '../../shared/ui/read-only.ts';
import { RoleChips, RoleMenu } from './role-menu.tsx';
import type { Selection } from './use-selection.ts';
import {
  useRoleWords,
  useSeenText,
  useSinceText,
  useUserName,
  useWaitReason,
} from './use-user-words.ts';
import { UserActions, type UserActs } from './user-actions.tsx';

interface UserRowProps extends UserActs {
  readonly user: SubscriptionUser;
  readonly selection: Selection;
}

/** 44 px; in little room a block of two lines, with what it drops in its menu. */
export function UserRow({ user, selection, ...acts }: UserRowProps) {
  const isPending = user.status === 'pending';
  return (
    <tr className="border-t border-line hover:bg-hover @max-[860px]:grid @max-[860px]:min-h-[72px] @max-[860px]:grid-cols-[28px_minmax(0,1fr)_auto_38px] @max-[860px]:content-center @max-[860px]:items-center @max-[860px]:py-2 @max-[860px]:pr-1 @max-[860px]:pl-3 @min-[860px]:h-11">
      <td className="@max-[860px]:row-span-2 @min-[860px]:pl-4">
        <SelectBox user={user} selection={selection} />
      </td>
      <th
        scope="row"
        className={classNames(
          cellStyle,
          'text-left font-normal @max-[860px]:col-start-2 @max-[860px]:row-start-1',
        )}
      >
        {isPending ? <Invited user={user} /> : <Person user={user} />}
      </th>
      <td
        title={user.email}
        className={classNames(
          cellStyle,
          'truncate text-label text-ink-2 @max-[860px]:col-start-2 @max-[860px]:row-start-2 @max-[860px]:pl-[38px] @max-[860px]:text-small',
        )}
      >
        {user.email}
      </td>
      <Roles user={user} {...acts} />
      <Status isPending={isPending} />
      <Seen user={user} />
      <td
        className={classNames(cellStyle, 'text-label text-ink-2 tabular-nums @max-[860px]:hidden')}
      >
        <Joined user={user} onResend={acts.onResend} isBusy={acts.isBusy} />
      </td>
      <td className="text-right @max-[860px]:col-start-4 @max-[860px]:row-span-2 @max-[860px]:row-start-1 @min-[860px]:pr-3">
        <ReadOnlyReason value={useWaitReason(acts.isBusy(user))}>
          <UserActions user={user} {...acts} />
        </ReadOnlyReason>
      </td>
    </tr>
  );
}

const cellStyle = '@min-[860px]:px-2';

function SelectBox({ user, selection }: Pick<UserRowProps, 'user' | 'selection'>) {
  const { t } = useTranslation();
  const name = useUserName()(user);
  return selection.canSelect(user) ? (
    <input
      type="checkbox"
      aria-label={t('users.select', { name, email: user.email })}
      checked={selection.has(user)}
      onChange={() => selection.toggle(user)}
      className="block size-[18px] accent-accent"
    />
  ) : null;
}

function Person({ user }: { readonly user: SubscriptionUser }) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const name = useUserName()(user);
  const { id, display_name, email, second_factor: hasSecondFactor } = user;

  return (
    <span className="flex items-center gap-2.5">
      <Avatar id={id} name={display_name || email} size="small" />
      <span title={name} className="min-w-0 truncate">
        <bdi className={display_name ? 'font-[550]' : 'text-ink-2'}>{name}</bdi>
        {id === uid && <span className="text-ink-2"> {t('users.you')}</span>}
      </span>
      {hasSecondFactor && (
        <span title={t('users.secondFactorOn')}>
          <Chip>{t('users.secondFactor')}</Chip>
        </span>
      )}
    </span>
  );
}

/** Since when they are invited is said on hover, and in the menu of the row. */
function Invited({ user }: { readonly user: SubscriptionUser }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2.5">
      <InvitedAvatar size="small" />
      <span title={useSinceText()(user)} className="min-w-0 truncate text-ink-2">
        {t('users.unnamed')}
      </span>
    </span>
  );
}

/** More than one chip gets a line of its own in a block. */
function Roles({ user, ...acts }: UserActs & { readonly user: SubscriptionUser }) {
  const words = useRoleWords()(user);
  const { owner_id } = useCurrentSubscription().subscription;
  const isFixed = user.status === 'pending' || user.id === owner_id;
  const waitReason = useWaitReason(acts.isBusy(user));
  return (
    <td
      className={classNames(
        cellStyle,
        words.length > 1
          ? '@max-[860px]:col-span-2 @max-[860px]:col-start-2 @max-[860px]:row-start-3 @max-[860px]:pt-1 @max-[860px]:pl-[38px]'
          : '@max-[860px]:col-start-3 @max-[860px]:row-start-1 @max-[860px]:pl-2 @max-[860px]:text-right',
      )}
    >
      {isFixed ? (
        <span className="inline-block max-w-full py-1">
          <RoleChips words={words} />
        </span>
      ) : (
        <ReadOnlyReason value={waitReason}>
          <RoleMenu user={user} {...acts} />
        </ReadOnlyReason>
      )}
    </td>
  );
}

function Status({ isPending }: { readonly isPending: boolean }) {
  const { t } = useTranslation();
  return (
    <td className={classNames(cellStyle, '@max-[860px]:sr-only')}>
      <Badge tone={isPending ? 'warn' : 'good'}>
        {isPending ? t('users.pending') : t('users.active')}
      </Badge>
    </td>
  );
}

/** When the person was last here; of an invite how long it is open, which a block shows with the status. */
function Seen({ user }: { readonly user: SubscriptionUser }) {
  const { t } = useTranslation();
  const seenText = useSeenText();
  const isPending = user.status === 'pending';
  return (
    <td
      className={classNames(
        cellStyle,
        'text-label whitespace-nowrap text-ink-2 tabular-nums @max-[860px]:text-small',
        isPending
          ? '@max-[860px]:col-span-2 @max-[860px]:col-start-2 @max-[860px]:row-start-4 @max-[860px]:pl-[38px]'
          : '@max-[860px]:col-start-3 @max-[860px]:row-start-2 @max-[860px]:pl-2 @max-[860px]:text-right',
      )}
    >
      {isPending && (
        <span aria-hidden="true" className="text-warn @min-[860px]:hidden">
          {t('users.pending')} ·{' '}
        </span>
      )}
      {seenText(user)}
    </td>
  );
}

function Joined({ user, onResend, isBusy }: Pick<UserRowProps, 'user' | 'onResend' | 'isBusy'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { status, email, joined_at } = user;
  if (status === 'active') {
    return joined_at ? formatDate(joined_at, language) : null;
  }
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t('invites.resendNamed', { email })}
      busy={isBusy(user)}
      onClick={() => onResend(user)}
      className="-ml-2.5"
    >
      {t('invites.resend')}
    </Button>
  );
}
