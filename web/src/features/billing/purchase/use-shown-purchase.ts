import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../shared/i18n/index.ts';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import type { TypedTaxId } from '../card-fields/business-fields.tsx';
import type { TypedPlace } from '../card-fields/typed-place.ts';
import type { PurchaseCost } from './purchase-preview.ts';
import { usePromotionCode } from './use-promotion-code.ts';
import { usePurchaseCost } from './use-purchase-cost.ts';
import { type Trial, useTrial } from './use-trial.ts';

interface Purchase extends PricedPlan {
  readonly place: TypedPlace | undefined;
  readonly taxId: TypedTaxId;
}

/** The purchase as the buyer is shown it: with its code or its trial, its tax, and the words of the button. */
export function useShownPurchase({ plan, price, place, taxId }: Purchase) {
  const { t } = useTranslation();
  const code = usePromotionCode({ plan, price });
  const typed = code.applied?.typed;
  const { cost, isComputing } = usePurchaseCost({ plan, price, code: typed, place, taxId });
  const state = useTrial({ plan, price });
  const { isPending, askAgain } = state;
  // A purchase with a code begins with its payment.
  const trial = code.applied ? undefined : withTax(state.trial, cost);

  const first = cost?.due_now ?? code.applied?.dueNow ?? price;
  const dueNow = { amount: trial ? 0 : first.amount, currency: first.currency };
  const isTaxMissing = price.tax === 'exclusive' && !cost?.tax;
  const label =
    trial || isPending
      ? t('payment.trial.start')
      : t(isTaxMissing ? 'payment.step.payTaxed' : 'payment.step.pay', {
          amount: formatMoney(dueNow.amount, dueNow.currency),
        });
  return {
    wanted: {
      ...{ plan, price, code, dueNow, trial, askAgain },
      agreed: trial || isTaxMissing ? undefined : dueNow,
    },
    state,
    cost,
    label,
    asksForCard: trial?.needsCard !== false,
    isPending,
    isComputing,
  };
}

/** The first payment after a trial, with its tax once that is known. */
function withTax(trial: Trial | undefined, cost: PurchaseCost | undefined): Trial | undefined {
  return trial && cost ? { ...trial, next: cost.next } : trial;
}
