import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';

/** Day on which the project ends because somebody has asked for that; undefined if it goes on, or has ended. */
export function useEndOnTheWay(): string | undefined {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { status, cancel_at } = useCurrentSubscription().subscription;
  return status === 'canceled' || cancel_at === undefined
    ? undefined
    : formatDate(cancel_at, language, timeZone);
}
