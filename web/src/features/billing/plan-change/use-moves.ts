import type { PublicPlan, PublicPrice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { formatPrice } from '../../../shared/plans/format-price.ts';
import {
  type Charged,
  costsAsMuch,
  isLonger,
  type PricedPlan,
  priceOf,
  savedInYear,
} from '../../../shared/plans/prices.ts';
import type { PriceChoice } from '../../../shared/plans/use-price-choice.ts';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { isOtherFrequency } from './use-change-choice.ts';

/** Direction to another plan, which may cost the same, or another period or today's price of the present one. */
type Move = 'upgrade' | 'downgrade' | 'sideways' | 'frequency' | 'price';

/** The price that is charged now, as far as it is known. */
function usePresentPrice(): Charged | undefined {
  const { plans } = useConfig();
  const { subscription } = useCurrentSubscription();
  const { data: summary } = useGetBillingSummary();
  const plan = plans.find(({ id }) => id === subscription.plan_id);
  if (summary?.frequency) {
    return { ...summary.price, frequency: summary.frequency };
  }
  return plan && priceOf(plan, subscription);
}

/** Where each plan would lead from the present one; undefined if it is just that. */
export function useMoves(choice: PriceChoice) {
  const { subscription } = useCurrentSubscription();
  const { data: summary } = useGetBillingSummary();
  const present = usePresentPrice();

  // A legacy plan can be kept as it is paid, and no other way.
  const priceOfPlan = (plan: PublicPlan): PublicPrice =>
    plan.legacy ? priceOf(plan, subscription) : choice.priceOf(plan);

  function moveOf(plan: PublicPlan): Move | undefined {
    const price = priceOfPlan(plan);
    if (plan.id !== subscription.plan_id) {
      return present ? directionOf(price, present) : 'upgrade';
    }
    if (plan.legacy) {
      return undefined;
    }
    if (isOtherFrequency({ plan, price }, subscription.frequency)) {
      return 'frequency';
    }
    return summary?.is_retired_price ? 'price' : undefined;
  }

  return { priceOfPlan, moveOf };
}

function directionOf(price: Charged, present: Charged): Move {
  if (!costsAsMuch(price, present)) {
    return 'downgrade';
  }
  return costsAsMuch(present, price) ? 'sideways' : 'upgrade';
}

interface MoveWords {
  readonly label?: string;
  /** Names the plan too, if the label does not. */
  readonly labelInFull?: string;
}

/** Words of the button that makes the move. */
export function useMoveWords({ plan, price }: PricedPlan, move: Move | undefined): MoveWords {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const present = usePresentPrice();
  switch (move) {
    case 'upgrade':
    case 'downgrade':
      return {
        label: t(`billing.change.${move}`),
        labelInFull: t(`billing.change.${move}To`, { plan: configuredText(plan.titleKey) }),
      };
    case 'sideways':
      return { label: t('billing.change.confirm', { plan: configuredText(plan.titleKey) }) };
    case 'frequency': {
      const toPaid = t(`billing.change.toPaid.${price.frequency}`);
      const saved = present && savedInYear(price, present);
      return {
        label: saved
          ? t('billing.change.toPaidSaving', { toPaid, amount: formatPrice(saved) })
          : toPaid,
      };
    }
    case 'price':
      return { label: t('billing.change.toNewPrice') };
    default:
      return {};
  }
}

/** The plan whose button is the next step: an upgrade, the popular one first, or the present plan for a longer period. */
export function useNextStep(choice: PriceChoice): PublicPlan | undefined {
  const { plans } = useConfig();
  const { moveOf, priceOfPlan } = useMoves(choice);
  const present = usePresentPrice();
  const onward = plans.filter((plan) => {
    const move = moveOf(plan);
    const isLongerPeriod =
      move === 'frequency' && present && isLonger(priceOfPlan(plan).frequency, present.frequency);
    return !plan.legacy && (move === 'upgrade' || isLongerPeriod);
  });
  return onward.find(({ popular }) => popular) ?? onward[0];
}
