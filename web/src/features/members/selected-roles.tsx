import type { SubscriptionUser } from '@hearth/contract';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldMinus from 'lucide-react/icons/shield-minus';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu, MenuItem } from '../../shared/ui/menu.tsx';
import { ReadOnlyReason } from '../../shared/ui/read-only.ts';
import { useWaitReason } from './use-user-words.ts';
import type { UserActs } from './user-actions.tsx';

interface SelectedRolesProps extends Pick<UserActs, 'onPermission'> {
  readonly selected: readonly SubscriptionUser[];
}

/** Gives a permission to all selected members, or takes it from them. */
export function SelectedRoles({ selected, onPermission }: SelectedRolesProps) {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  const reason = useWaitReason(false);
  const members = selected.filter(({ status }) => status === 'active');
  const invited = members.some(({ open_invites = 0 }) => open_invites > 0);
  const choices = permissions.filter((permission) => !permission.default);

  const holders = (key: string) => members.filter((one) => one.permissions.includes(key)).length;

  function takeReason(key: string, isAdmin: boolean): string | undefined {
    if (holders(key) === 0) {
      return t('users.noneHolds');
    }
    return isAdmin && invited ? t('users.oneByOne') : undefined;
  }

  if (members.length === 0 || choices.length === 0) {
    return null;
  }
  return (
    <Menu trigger={<Button>{t('users.permissions')}</Button>}>
      {choices.map(({ key, label }) => (
        <ReadOnlyReason
          key={key}
          value={reason ?? (holders(key) === members.length ? t('users.allHold') : undefined)}
        >
          <MenuItem
            icon={<ShieldCheck aria-hidden="true" />}
            isChange
            onChoose={() => onPermission(members, key, true)}
          >
            {t('users.give', { permission: configuredText(label) })}
          </MenuItem>
        </ReadOnlyReason>
      ))}
      {choices.map(({ key, label, admin }) => (
        <ReadOnlyReason key={key} value={reason ?? takeReason(key, admin)}>
          <MenuItem
            icon={<ShieldMinus aria-hidden="true" />}
            isChange
            onChoose={() => onPermission(members, key, false)}
          >
            {t('users.take', { permission: configuredText(label) })}
          </MenuItem>
        </ReadOnlyReason>
      ))}
    </Menu>
  );
}
