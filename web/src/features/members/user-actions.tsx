import type { SubscriptionUser } from '@hearth/contract';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserMinus from 'lucide-react/icons/user-minus';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Menu, MenuItem } from '../../shared/ui/menu.tsx';
import { inviteIdOf, inviteLink } from './pending-invite.ts';
import { useUserName } from './use-user-words.ts';

/** Dialogs about one user. */
export type UserQuestion = 'edit' | 'remove' | 'revoke';

interface UserActionsProps {
  readonly user: SubscriptionUser;
  readonly onAsk: (question: UserQuestion) => void;
}

/** Nothing for the owner. */
export function UserActions({ user, onAsk }: UserActionsProps) {
  const { subscription } = useCurrentSubscription();
  if (user.status === 'pending') {
    return <PendingActions user={user} onAsk={onAsk} />;
  }
  return user.id === subscription.owner_id ? null : <MemberMenu user={user} onAsk={onAsk} />;
}

function PendingActions({ user, onAsk }: UserActionsProps) {
  const { t } = useTranslation();
  const { email } = user;
  return (
    <span className="inline-flex items-center gap-2">
      <CopyButton
        text={inviteLink(inviteIdOf(user))}
        label={t('invites.copyLinkNamed', { email })}
      />
      <Button
        size="small"
        aria-label={t('invites.revokeNamed', { email })}
        onClick={() => onAsk('revoke')}
      >
        {t('invites.revoke')}
      </Button>
    </span>
  );
}

function MemberMenu({ user, onAsk }: UserActionsProps) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const name = useUserName()(user);
  const trigger = useRef<HTMLButtonElement>(null);
  const isSelf = user.id === uid;

  function ask(question: UserQuestion) {
    // The dialog gives the focus back to where it was; the menu's item will be gone by then.
    trigger.current?.focus();
    onAsk(question);
  }

  return (
    <Menu
      trigger={
        <button
          ref={trigger}
          type="button"
          aria-label={t('users.actionsFor', { name, email: user.email })}
          className="inline-grid size-[38px] place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <Ellipsis aria-hidden="true" className="size-[18px]" />
        </button>
      }
    >
      <MenuItem icon={<ShieldCheck aria-hidden="true" />} onChoose={() => ask('edit')}>
        {t('users.edit')}
      </MenuItem>
      <MenuItem
        icon={isSelf ? <LogOut aria-hidden="true" /> : <UserMinus aria-hidden="true" />}
        onChoose={() => ask('remove')}
      >
        {isSelf ? t('users.leave') : t('users.remove')}
      </MenuItem>
    </Menu>
  );
}
