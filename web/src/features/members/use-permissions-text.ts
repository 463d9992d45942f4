import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';

/** Permissions of a user, or of an invite, in words and in the configuration's order. */
export function usePermissionsText(): (user: SubscriptionUser) => string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();

  return ({ permissions: held, pending_permissions }) => {
    const keys = pending_permissions ?? held;
    return permissions
      .filter(({ key }) => keys.includes(key))
      .map(({ label }) => configuredText(label))
      .join(t('subscription.role.separator'));
  };
}
