import { type PublicPrice, previewPurchase } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { type PricedPlan, toPriceName } from '../../../shared/plans/prices.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { readTaxId, type TypedTaxId, toTypedTaxId } from '../card-fields/business-fields.tsx';
import { type TypedPlace, toAddress } from '../card-fields/typed-place.ts';
import { useLater } from '../shared/use-later.ts';
import { type AppliedCode, usePromotionCode } from '../shared/use-promotion-code.ts';
import { type PurchaseCost, type PurchaseInput, purchasePreview } from './purchase-preview.ts';
import { type Trial, useTrial } from './use-trial.ts';

interface Purchase extends PricedPlan {
  readonly place: TypedPlace | undefined;
  readonly taxId: TypedTaxId;
}

/** The purchase as the buyer is shown it: with its code or its trial, its tax, and the words of the button. */
export function useShownPurchase(purchase: Purchase) {
  const { t } = useTranslation();
  const { code, state, cost, price, isReading, isComputing, readAgain } = useReadPurchase(purchase);
  const { isPending } = state;
  const trial = withTax(withCode(state.trial, code.applied), cost);

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
      ...{ plan: purchase.plan, price, code, dueNow, trial, readAgain },
      agreed: isTaxMissing ? undefined : (trial?.next ?? dueNow),
    },
    state,
    cost,
    isReading,
    label,
    asksForCard: trial?.needsCard !== false,
    isPending,
    isComputing,
    isTaxMissing: isTaxMissing && !trial,
  };
}

/** The server's answer about the purchase, read again after each refusal that has changed it. */
function useReadPurchase({ plan, price, place, taxId }: Purchase) {
  const [round, setRound] = useState(0);
  const api = useApi();
  const named = { planId: plan.id, ...toPriceName(plan, price) };
  const code = usePromotionCode({ plan, price }, (promotionCode) =>
    api.call(previewPurchase, { ...named, promotionCode }),
  );
  const typed = code.applied?.typed;
  const read = usePurchaseCost({ plan, price, code: typed, place, taxId, round });
  const state = useTrial({ plan, price, round });
  const beginsWithTrial = withCode(state.trial, code.applied) !== undefined;
  // The cost of a trial says nothing about a payment, nor the other way round.
  const cost = Boolean(read.cost?.trial_end) === beginsWithTrial ? read.cost : undefined;

  function readAgain(error: unknown) {
    if (isRefused(error, 'billing/code-invalid')) {
      code.remove();
    } else if (typed !== undefined) {
      void code.apply(typed);
    }
    setRound((before) => before + 1);
  }

  return {
    code,
    state,
    cost,
    price: currentPrice(price, round > 0 ? cost : undefined),
    isReading: read.isReading,
    isComputing: read.isComputing || state.isReading,
    readAgain,
  };
}

/** The price that the server has named after a refusal, in place of the one that came with the page. */
function currentPrice(price: PublicPrice, cost: PurchaseCost | undefined): PublicPrice {
  return cost && !cost.trial_end ? { ...price, amount: cost.subtotal.amount } : price;
}

/** The first payment after a trial, less the discount of the code. */
function withCode(trial: Trial | undefined, applied: AppliedCode | undefined): Trial | undefined {
  if (!trial || !applied) {
    return trial;
  }
  const { trialEnd: end, next } = applied;
  return end === undefined ? undefined : { ...trial, end, next };
}

/** The first payment after a trial, with its tax once that is known. */
function withTax(trial: Trial | undefined, cost: PurchaseCost | undefined): Trial | undefined {
  return trial && cost ? { ...trial, next: cost.next } : trial;
}

interface PricedPurchase extends PricedPlan {
  /** Promotion code that was applied, as it was typed. */
  readonly code: string | undefined;
  readonly place: TypedPlace | undefined;
  readonly taxId: TypedTaxId;
  readonly round: number;
}

/**
 * Asks for the cost after each change of code, place or tax id. The price is known without it unless there is a tax, or
 * a refusal said that the price differs.
 */
function usePurchaseCost(purchase: PricedPurchase) {
  const api = useApi();
  const { uid } = useAccount();
  const { round } = purchase;
  const isPriceUnknown = purchase.price.tax !== undefined || round > 0;
  const wanted = toInput(purchase);
  const asked = JSON.stringify(wanted);
  const isTyping = useLater(asked) !== asked;

  const { data, isFetching, isPlaceholderData } = useQuery({
    ...purchasePreview(wanted, { api, uid, round }),
    enabled: !isTyping,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isReading = isTyping || isFetching || isPlaceholderData;
  return {
    // Another code has another price, which its own answer has named already.
    cost: isPriceUnknown || !isPlaceholderData ? data : undefined,
    isReading,
    /** Whether the sum may be another one. */
    isComputing: isPriceUnknown && isReading,
  };
}

function toInput({ plan, price, code, place, taxId }: PricedPurchase): PurchaseInput {
  const known = place && readTaxId(taxId, place.country);
  return {
    planId: plan.id,
    ...toPriceName(plan, price),
    ...(code !== undefined && { promotionCode: code }),
    ...(place?.country && { address: toAddress(place) }),
    ...(known && toTypedTaxId(taxId, known.value)),
  };
}
