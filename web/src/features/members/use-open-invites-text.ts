import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import { useUserName } from './use-user-name.ts';

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
