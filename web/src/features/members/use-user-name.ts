import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';

/** What a user is called: the name, or for pending ones the address. */
export function useUserName(): (user: SubscriptionUser) => string {
  const { t } = useTranslation();
  return ({ display_name, email, status }) =>
    display_name || (status === 'pending' ? email : t('users.unnamed'));
}
