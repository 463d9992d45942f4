import type { Money } from '@hearth/contract';
import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { choosePrice, requireChoosable } from '../port/plan.ts';
import type { PurchasePreview } from '../port/purchase-calls.ts';
import { isTaxed } from '../port/taxes.ts';
import { saga } from './shared/operation.ts';
import { toTypedBuyer } from './shared/payer.ts';
import { toPromotion } from './shared/promotion-document.ts';
import { computePurchaseCost } from './shared/purchase-cost.ts';
import { findTrialEnd, requireLowering } from './shared/trial.ts';
import { beforeBalance, toPartsDocument } from './shared/wire-documents.ts';

/** Computes the cost of a new project; a free plan costs nothing, and the provider is not asked. */
export const previewPurchase = saga(contract.previewPurchase, async (input, context) => {
  const { promotionCode, address, tax_id, tax_id_type, ...wanted } = input;
  const plan = requireChoosable(context.settings, wanted.planId);
  const price = choosePrice(plan, wanted);
  if (plan.free) {
    refuseUnless(promotionCode === undefined, 'billing/code-invalid');
    return freeOfCharge(price.currency);
  }
  const buyer = isTaxed(context.settings, { plan })
    ? toTypedBuyer({ address, taxId: { tax_id, tax_id_type } })
    : undefined;
  const purchase = { plan, price, promotionCode, buyer };
  const { promotion, preview } = await computePurchaseCost(purchase, context);

  const { parts, dueNow, next, nextAt } = preview;
  const { subtotal, discount, tax } = toPartsDocument(parts, dueNow.currency);
  const taxes = buyer && {
    tax,
    tax_included: price.tax === 'inclusive',
    reverse_charge: parts.isReverseCharge === true,
  };
  const boughtAt = context.clock.now();
  const trialEnd = await findTrialEnd(plan.trial, context);
  const code = promotion ? toPromotion(promotion, boughtAt) : null;
  if (trialEnd) {
    requireLowering(promotion, { boughtAt, at: trialEnd });
    return {
      ...inTrial(preview, trialEnd),
      promotion: code,
      ...(taxes && { ...taxes, tax: tax && nothingIn(tax) }),
    };
  }
  return {
    subtotal,
    discount,
    ...taxes,
    total: { amount: beforeBalance(parts), currency: dueNow.currency },
    due_now: dueNow,
    next,
    next_at: nextAt.toISOString(),
    promotion: code,
    ...(plan.trial && { trial_end: null }),
  };
});

/** In a trial nothing is due now; the first period is charged when the trial ends. */
function inTrial({ dueNow }: PurchasePreview, trialEnd: Date) {
  const trial_end = trialEnd.toISOString();
  return { ...freeOfCharge(dueNow.currency), next: dueNow, next_at: trial_end, trial_end };
}

const nothingIn = ({ currency }: Pick<Money, 'currency'>): Money => ({ amount: 0, currency });

function freeOfCharge(currency: string) {
  const nothing = nothingIn({ currency });
  return {
    subtotal: nothing,
    discount: nothing,
    total: nothing,
    due_now: nothing,
    next: nothing,
    next_at: null,
    promotion: null,
  };
}
