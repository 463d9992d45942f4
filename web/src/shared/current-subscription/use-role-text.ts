import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../config/index.ts';
import { useAccount } from '../session/index.ts';

/** Role of the signed-in person in a subscription, in words. */
export function useRoleText(): (subscription: Subscription) => string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const { uid } = useAccount();
  const permissionsText = usePermissionsText();

  return (subscription) => {
    if (subscription.owner_id === uid) {
      return t('subscription.role.owner');
    }
    const keys = permissions
      .map(({ key }) => key)
      .filter((key) => subscription.permissions[key]?.includes(uid));
    return permissionsText(keys);
  };
}

/** Permissions that say more than plain membership, or Member where there are none. */
export function usePermissionsText(): (keys: readonly string[]) => string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();

  return (keys) => {
    const telling = permissions.filter((one) => !one.default && keys.includes(one.key));
    return telling.length > 0
      ? telling.map(({ label }) => configuredText(label)).join(t('subscription.role.separator'))
      : t('subscription.role.member');
  };
}
