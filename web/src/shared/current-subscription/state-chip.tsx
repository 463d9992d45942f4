import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatNearDay } from '../i18n/format-near-day.ts';
import { useLanguage } from '../i18n/index.ts';
import { productNow } from '../product-time.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { type SubscriptionState, subscriptionState } from './subscription-state.ts';
import { zoneOf } from './zone-of.ts';

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

/** Words of the chip, for a search to find them. */
export function useStateText(): (subscription: Subscription) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();

  return (subscription) => {
    const state = subscriptionState(subscription);
    switch (state?.kind) {
      case 'ends': {
        const date = formatNearDay(state.at, productNow(), language, zoneOf(subscription));
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
