import type { Permission, SubscriptionUser } from '@hearth/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Chip } from '../../shared/ui/chip.tsx';
import { Menu, MenuCheck } from '../../shared/ui/menu.tsx';
import { useConfiguredKeys } from './permission-choice.tsx';
import { useRoleWords, useUserName } from './use-user-words.ts';
import type { UserActs } from './user-actions.tsx';

interface RoleMenuProps extends Pick<UserActs, 'onAsk' | 'onPermission'> {
  readonly user: SubscriptionUser;
}

/** The permissions of a member; each choice is saved at once and can be undone. */
export function RoleMenu({ user, onAsk, onPermission }: RoleMenuProps) {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  const needsQuestion = useNeedsQuestion(user);
  const words = useRoleWords()(user);
  const name = useUserName()(user);
  const trigger = useRef<HTMLButtonElement>(null);
  const configuredKeys = useConfiguredKeys();
  const label = t('users.permissionsOf', {
    name,
    email: user.email,
    permissions: words.map(({ text }) => text).join(t('subscription.role.separator')),
  });

  function handleToggle(permission: Permission, isHeld: boolean) {
    if (!needsQuestion(permission, isHeld)) {
      onPermission([user], permission.key, !isHeld);
      return;
    }
    // The dialog returns the focus to the element that had it; the menu's item will be gone by then.
    trigger.current?.focus();
    const others = user.permissions.filter((key) => key !== permission.key);
    onAsk('edit', user, configuredKeys(isHeld ? others : [...others, permission.key]));
  }

  return (
    <Menu
      trigger={
        <button
          ref={trigger}
          type="button"
          aria-label={label}
          className="-mx-1.5 inline-flex max-w-full items-center gap-1 rounded-control px-1.5 py-1 text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <RoleChips words={words} />
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" />
        </button>
      }
    >
      {permissions.map((permission) => {
        const isHeld = permission.default || user.permissions.includes(permission.key);
        return (
          <MenuCheck
            key={permission.key}
            checked={isHeld}
            offReason={permission.default ? t('users.defaultHint') : undefined}
            onToggle={() => handleToggle(permission, isHeld)}
          >
            {configuredText(permission.label)}
          </MenuCheck>
        );
      })}
    </Menu>
  );
}

export function RoleChips({
  words,
}: {
  readonly words: ReturnType<ReturnType<typeof useRoleWords>>;
}) {
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1">
      {words.map(({ key, text, tone }) => (
        <Chip key={key} tone={tone}>
          {text}
        </Chip>
      ))}
    </span>
  );
}

/** Whether the dialog has to warn first: of one's own loss, or of invitations that end with the right to invite. */
function useNeedsQuestion(
  user: SubscriptionUser,
): (permission: Permission, isHeld: boolean) => boolean {
  const { uid } = useAccount();
  const hasInvites = (user.open_invites ?? 0) > 0;
  return ({ admin }, isHeld) => user.id === uid || (hasInvites && admin && isHeld);
}
