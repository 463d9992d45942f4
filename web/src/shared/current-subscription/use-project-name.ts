import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from './current-subscription.ts';

/** Name of the current subscription on screen. */
export function useProjectName(): string {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return subscription.settings.name || t('subscription.untitled');
}
