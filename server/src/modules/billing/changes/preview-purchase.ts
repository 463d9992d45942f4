import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { saga } from '../intents/operation.ts';
import type { Money, PurchasePreview } from '../port/payment-provider.ts';
import { toLineDocuments, trialLines } from '../port/rules/cost-lines.ts';
import { choosePrice, itemsOf, requireChoosable } from '../port/rules/plan.ts';
import { isTaxed } from '../port/taxes.ts';
import { computePurchaseCost } from './shared/first-payment.ts';
import { toTypedBuyer } from './shared/payer-form.ts';
import { findTrialEnd, requireLowering } from './shared/trial.ts';
import { beforeBalance, toPartsDocument, toPromotion } from './shared/wire-documents.ts';

/** Computes the cost of a new project; a free plan costs nothing, and the provider is not asked. */
export const previewPurchase = saga(contract.previewPurchase, async (input, context) => {
  const { promotionCode, address, tax_id, tax_id_type, ...wanted } = input;
  const { settings, clock } = context;
  const plan = requireChoosable(settings, wanted.planId);
  const price = choosePrice(plan, wanted);
  if (plan.free) {
    refuseUnless(promotionCode === undefined, 'billing/code-invalid');
    return freeOfCharge(price.currency);
  }
  const buyer = isTaxed(settings, { plan })
    ? toTypedBuyer({ address, taxId: { tax_id, tax_id_type } })
    : undefined;
  const purchase = { plan, price, promotionCode, buyer };
  const { promotion, preview } = await computePurchaseCost(purchase, context);

  const { parts, lines, dueNow, next, nextAt, nextTax } = preview;
  const { currency } = dueNow;
  const { subtotal, discount, tax } = toPartsDocument(parts, currency);
  const taxes = buyer && {
    tax,
    tax_included: price.tax === 'inclusive',
    reverse_charge: parts.isReverseCharge === true,
  };
  const boughtAt = clock.now();
  const trialEnd = await findTrialEnd(plan.trial, context);
  const code = promotion ? toPromotion(promotion, boughtAt) : null;
  if (trialEnd) {
    requireLowering(promotion, { boughtAt, at: trialEnd });
    const free = trialLines({ items: itemsOf(price), from: boughtAt, to: trialEnd });
    return {
      ...inTrial(preview, trialEnd),
      lines: toLineDocuments(free, currency, settings),
      promotion: code,
      ...(taxes && { ...taxes, tax: tax && nothingIn(tax), next_tax: tax }),
    };
  }
  return {
    subtotal,
    discount,
    ...taxes,
    total: { amount: beforeBalance(parts), currency },
    due_now: dueNow,
    lines: toLineDocuments(lines, currency, settings),
    next,
    ...(buyer && { next_tax: nextTax === null ? null : { amount: nextTax, currency } }),
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
    lines: [],
    next: nothing,
    next_at: null,
    promotion: null,
  };
}
