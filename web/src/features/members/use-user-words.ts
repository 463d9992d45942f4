import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Name of a user in the list and in sentences, whether they have joined or not. */
export function useUserName(): (user: SubscriptionUser) => string {
  const { t } = useTranslation();
  return ({ display_name }) => display_name || t('users.unnamed');
}

/** How many open invitations end with the user's right to invite; undefined where there are none. */
export function useOpenInvitesText(): (user: SubscriptionUser) => string | undefined {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const userName = useUserName();
  return (user) => {
    const count = user.open_invites ?? 0;
    if (count === 0) {
      return undefined;
    }
    return user.id === uid
      ? t('users.ownOpenInvites', { count })
      : t('users.openInvites', { count, name: userName(user) });
  };
}

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
