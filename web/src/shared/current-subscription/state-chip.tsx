import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDay, useLanguage } from '../i18n/index.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { type SubscriptionState, subscriptionState } from './subscription-state.ts';

interface StateChipProps {
  readonly subscription: Subscription;
}

const tones: Record<SubscriptionState['kind'], BadgeTone> = {
  onHold: 'bad',
  failed: 'bad',
  ends: 'warn',
  trial: 'info',
};

/** "Trial · 10 days left", "Ends Sep 7", "Payment failed" or "On hold", beside the status; nothing if all is well. */
export function StateChip({ subscription }: StateChipProps) {
  const text = useStateText()(subscription);
  const state = subscriptionState(subscription);
  return state && <Badge tone={tones[state.kind]}>{text}</Badge>;
}

/** Days that are further away are written with their year. */
const nearDays = 300;

/** Words of the chip, for a search to find them. */
export function useStateText(): (subscription: Subscription) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();

  return (subscription) => {
    const state = subscriptionState(subscription);
    switch (state?.kind) {
      case 'ends': {
        const format = state.days > nearDays ? formatDate : formatDay;
        const date = format(state.at, language, subscription.time_zone ?? 'UTC');
        return t('subscription.state.ends', { date });
      }
      case 'trial':
        return state.days === 0
          ? t('subscription.state.trialToday')
          : t('subscription.state.trial', { count: state.days });
      case 'failed':
      case 'onHold':
        return t(`subscription.state.${state.kind}`);
      default:
        return;
    }
  };
}
