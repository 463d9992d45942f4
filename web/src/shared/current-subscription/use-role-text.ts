import type { Permission, Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../config/index.ts';
import { useAccount } from '../session/index.ts';

/** Role of the signed-in person in a subscription, in words. */
export function useRoleText(): (subscription: Subscription) => string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const { uid } = useAccount();
  const configuredText = useConfiguredText();

  return (subscription) => {
    if (subscription.owner_id === uid) {
      return t('subscription.role.owner');
    }
    return heldPermissions(permissions, subscription, uid)
      .map(({ label }) => configuredText(label))
      .join(t('subscription.role.separator'));
  };
}

/** Permissions of a person that say more than plain membership, or the default one when there are none. */
function heldPermissions(
  permissions: readonly Permission[],
  subscription: Subscription,
  uid: string,
): readonly Permission[] {
  const held = permissions.filter(({ key }) => subscription.permissions[key]?.includes(uid));
  const telling = held.filter((permission) => !permission.default);
  return telling.length > 0 ? telling : held;
}
