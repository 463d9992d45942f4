import { refuseUnless } from '../../../../platform/refusal.ts';
import type { Database } from '../../../../platform/transaction.ts';
import type { Caller } from '../../../identity/index.ts';
import { codeBuckets } from '../../intents/limits.ts';
import type { BillingServices } from '../../port/billing-services.ts';
import type { PurchasePreview } from '../../port/payment-provider.ts';
import { type PricedPlan, priceAmount } from '../../port/plan.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { asRefusals, requireSelling } from '../../port/require-payments.ts';
import type { TaxedBuyer } from '../../port/taxes.ts';
import { hasBoughtBefore } from '../../records/bought-before-store.ts';

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

type PurchaseContext = BillingServices & { readonly db: Database; readonly caller: Caller };

/** Asks the provider for the cost. Refuses a code that cannot be redeemed, all for the same reason, and too many of them. */
export async function computePurchaseCost(
  purchase: Purchase,
  context: PurchaseContext,
): Promise<PurchaseCost> {
  const payments = requireSelling(purchase, context);
  const { price, promotionCode, buyer } = purchase;
  const { priceIds } = price;
  if (promotionCode === undefined) {
    const preview = await asRefusals(() => payments.previewPurchase({ priceIds, buyer }));
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
  const preview = await asRefusals(() => payments.previewPurchase({ priceIds, promotion, buyer }));
  // A code for other products than the plan's takes nothing off.
  refuseUnless(preview.parts.discount > 0, 'billing/code-invalid');
  await limits.giveBack(db, attempt);
  return { promotion, preview };
}
