import type { SubscriptionUser } from '@hearth/contract';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LogOut from 'lucide-react/icons/log-out';
import Send from 'lucide-react/icons/send';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash from 'lucide-react/icons/trash';
import UserMinus from 'lucide-react/icons/user-minus';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Spinner } from '../../shared/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '../../shared/ui/menu.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { inviteIdOf, inviteLink } from './pending-invite.ts';
import { useSinceText, useUserName } from './use-user-words.ts';

/** Dialogs about one user. */
export type UserQuestion = 'edit' | 'remove';

/** Actions on one user. */
export interface UserActs {
  /** With permissions that the dialog offers in place of those that the person holds. */
  readonly onAsk: (
    question: UserQuestion,
    user: SubscriptionUser,
    permissions?: readonly string[],
  ) => void;
  readonly onResend: (user: SubscriptionUser) => void;
  readonly onRevoke: (user: SubscriptionUser) => void;
  /** Gives members a permission or takes it away. */
  readonly onPermission: (users: readonly SubscriptionUser[], key: string, isHeld: boolean) => void;
  /** Whether a change of this person is under way. */
  readonly isBusy: (user: SubscriptionUser) => boolean;
}

interface UserActionsProps extends UserActs {
  readonly user: SubscriptionUser;
}

/** Empty for the owner. */
export function UserActions({ user, ...acts }: UserActionsProps) {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const name = useUserName()(user);
  const trigger = useRef<HTMLButtonElement>(null);
  const isBusy = acts.isBusy(user);

  function handleAsk(question: UserQuestion) {
    // The dialog returns the focus to the element that had it; the menu's item will be gone by then.
    trigger.current?.focus();
    acts.onAsk(question, user);
  }

  if (user.id === subscription.owner_id) {
    return null;
  }
  return (
    <Menu
      trigger={
        <button
          ref={trigger}
          type="button"
          aria-label={t('users.actionsFor', { name, email: user.email })}
          aria-busy={isBusy || undefined}
          className="inline-grid size-[38px] place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
        >
          {isBusy ? <Spinner /> : <Ellipsis aria-hidden="true" className="size-[18px]" />}
        </button>
      }
    >
      <Since user={user} />
      {user.status === 'pending' ? (
        <PendingItems user={user} {...acts} />
      ) : (
        <MemberItems user={user} onAsk={handleAsk} />
      )}
    </Menu>
  );
}

/** When the person joined, or by whom they were invited: narrow rows have no room for it. */
function Since({ user }: { readonly user: SubscriptionUser }) {
  const text = useSinceText()(user);
  return (
    text && (
      <MenuLabel>
        <span className="block text-small wrap-anywhere text-ink-2 tabular-nums">{text}</span>
      </MenuLabel>
    )
  );
}

function PendingItems({ user, onResend, onRevoke }: UserActionsProps) {
  const { t } = useTranslation();

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(inviteLink(inviteIdOf(user)));
      notify.success(t('layout.copied'));
    } catch {
      notify.failure(t('layout.failed'));
    }
  }

  return (
    <>
      <MenuItem icon={<Send aria-hidden="true" />} isChange onChoose={() => onResend(user)}>
        {t('invites.resend')}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onChoose={() => void handleCopy()}>
        {t('invites.copyLink')}
      </MenuItem>
      <MenuItem icon={<Trash aria-hidden="true" />} isChange onChoose={() => onRevoke(user)}>
        {t('invites.revoke')}
      </MenuItem>
    </>
  );
}

interface MemberItemsProps {
  readonly user: SubscriptionUser;
  readonly onAsk: (question: UserQuestion) => void;
}

function MemberItems({ user, onAsk }: MemberItemsProps) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const isSelf = user.id === uid;
  return (
    <>
      <MenuItem icon={<ShieldCheck aria-hidden="true" />} onChoose={() => onAsk('edit')}>
        {t('users.edit')}
      </MenuItem>
      <MenuItem
        icon={isSelf ? <LogOut aria-hidden="true" /> : <UserMinus aria-hidden="true" />}
        onChoose={() => onAsk('remove')}
      >
        {isSelf ? t('users.leave') : t('users.remove')}
      </MenuItem>
    </>
  );
}
