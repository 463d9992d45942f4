import { refuseIf, refuseUnless } from '../../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import type { Caller } from '../../../identity/index.ts';
import { codeBuckets } from '../../intents/limits.ts';
import type { BillingServices } from '../../port/billing-services.ts';
import type { PurchasePreview } from '../../port/payment-provider.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { asRefusals, requireSelling } from '../../port/require-payments.ts';
import { itemsOf, type PricedPlan, priceAmount } from '../../port/rules/plan.ts';
import type { TaxedBuyer } from '../../port/taxes.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';
import { hasBoughtBefore, isFirstPurchase } from '../../records/bought-before-store.ts';
import { type FirstPayment, isFirstPayment } from './compute-change.ts';
import { beginTrial, findTrialEnd, requireLowering } from './trial.ts';

interface FirstPaymentRequest extends PricedPlan {
  readonly account: BillingAccount | undefined;
  /** Code as it was typed; undefined without one. */
  readonly promotionCode: string | undefined;
  /** Whether the owner was shown a trial. */
  readonly isTrialExpected?: boolean;
}

type PurchaseContext = BillingServices & { readonly db: Database; readonly caller: Caller };

/** The code and the trial with which a free project becomes paid; undefined for a change of what was charged before, which takes neither. */
export async function findFirstPayment(
  { plan, price, account, promotionCode, isTrialExpected = false }: FirstPaymentRequest,
  context: PurchaseContext,
): Promise<FirstPayment | undefined> {
  if (!isFirstPayment(plan, account)) {
    refuseUnless(promotionCode === undefined, 'billing/code-invalid');
    refuseIf(isTrialExpected, 'billing/trial-used');
    return undefined;
  }
  const wanted = { plan, price, promotionCode, buyer: undefined };
  const { promotion } =
    promotionCode === undefined ? {} : await computePurchaseCost(wanted, context);
  const { trial } = plan;
  const boughtAt = context.clock.now();
  const trialEnd = await findTrialEnd(trial, context);
  refuseIf(isTrialExpected && !trialEnd, 'billing/trial-used');
  if (!trial || !trialEnd) {
    return { promotion };
  }
  requireLowering(promotion, { boughtAt, at: trialEnd });
  return { promotion, trialDays: trial.days };
}

interface Claim extends PricedPlan {
  readonly subscriptionId: string;
  readonly first: FirstPayment | undefined;
}

/** Notes trial and code of a first payment, and answers them as its intent keeps them. Refuses those that were used meanwhile. */
export async function claimFirstPayment(
  tx: Transaction,
  { plan, subscriptionId, first }: Claim,
  context: PurchaseContext,
): Promise<{ readonly discountId?: string; readonly trialDays?: number }> {
  const { promotion, trialDays } = first ?? {};
  const accountId = context.caller.uid;
  await requireFirst(tx, { promotion, accountId, subscriptionId });
  const discount = promotion ? { discountId: promotion.id } : {};
  if (trialDays === undefined) {
    return discount;
  }
  // A free project is not ended by a trial without a card, so the change has one.
  const claim = { trial: plan.trial, promotion, subscriptionId, hasCard: true, isExpected: true };
  const days = await beginTrial(tx, claim, context);
  return days === undefined ? discount : { ...discount, trialDays: days };
}

interface Purchase extends PricedPlan {
  /** Code as it was typed; undefined without one. */
  readonly promotionCode: string | undefined;
  /** Undefined where no tax is computed. */
  readonly buyer: TaxedBuyer | undefined;
}

interface PurchaseCost {
  readonly promotion: PromotionCode | undefined;
  readonly preview: PurchasePreview;
}

/** Asks the provider for the cost. Refuses a code that cannot be redeemed, all for the same reason, and too many of them. */
export async function computePurchaseCost(
  purchase: Purchase,
  context: PurchaseContext,
): Promise<PurchaseCost> {
  const payments = requireSelling(purchase, context);
  const { price, promotionCode, buyer } = purchase;
  const items = itemsOf(price);
  if (promotionCode === undefined) {
    const preview = await asRefusals(() => payments.previewPurchase({ items, buyer }));
    return { promotion: undefined, preview };
  }
  const { db, caller, client, limits, settings } = context;
  refuseUnless(settings.billing.promotionCodes, 'billing/code-invalid');
  const attempt = codeBuckets(caller.uid, client.address);
  refuseUnless(await limits.take(db, attempt), 'billing/too-many-codes');

  const promotion = await asRefusals(() => payments.findCode(promotionCode, priceAmount(price)));
  refuseUnless(promotion, 'billing/code-invalid');
  const isLate = promotion.isFirstPurchaseOnly && (await hasBoughtBefore(db, caller.uid));
  refuseUnless(!isLate, 'billing/code-invalid');
  const preview = await asRefusals(() => payments.previewPurchase({ items, promotion, buyer }));
  // A code for other products than the plan's takes nothing off.
  refuseUnless(preview.parts.discount > 0, 'billing/code-invalid');
  await limits.giveBack(db, attempt);
  return { promotion, preview };
}

/** Refuses a code for first purchases to all but one of the purchases that a person sends at a time. */
export async function requireFirst(
  tx: Transaction,
  {
    promotion,
    ...purchase
  }: {
    readonly promotion: PromotionCode | undefined;
    readonly accountId: string;
    readonly subscriptionId: string;
  },
): Promise<void> {
  if (promotion?.isFirstPurchaseOnly) {
    refuseUnless(await isFirstPurchase(tx, purchase), 'billing/code-invalid');
  }
}
