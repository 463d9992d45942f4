import type { SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';

/** Name of a user in the list and in sentences, whether they have joined or not. */
export function useUserName(): (user: SubscriptionUser) => string {
  const { t } = useTranslation();
  return ({ display_name }) => display_name || t('users.unnamed');
}
