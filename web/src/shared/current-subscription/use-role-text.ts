import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../config/index.ts';
import { useAccount } from '../session/index.ts';
import { heldPermissions } from './held-permissions.ts';

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
