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

/** Permissions beyond the default one, or the default one if there is no other, as the list of users shows them. */
export function usePermissionsText(): (keys: readonly string[]) => string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();

  return (keys) => {
    const beyond = permissions.filter((one) => !one.default && keys.includes(one.key));
    const shown = beyond.length > 0 ? beyond : permissions.filter((one) => one.default);
    return shown.map(({ label }) => configuredText(label)).join(t('subscription.role.separator'));
  };
}
