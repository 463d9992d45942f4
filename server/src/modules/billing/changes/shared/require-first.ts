import { refuseUnless } from '../../../../platform/refusal.ts';
import type { Transaction } from '../../../../platform/transaction.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { isFirstPurchase } from '../../records/bought-before-store.ts';

interface Redemption {
  readonly promotion: PromotionCode | undefined;
  readonly accountId: string;
  readonly subscriptionId: string;
}

/** Refuses a code for first purchases to all but one of the purchases that a person sends at a time. */
export async function requireFirst(
  tx: Transaction,
  { promotion, ...purchase }: Redemption,
): Promise<void> {
  if (promotion?.isFirstPurchaseOnly) {
    refuseUnless(await isFirstPurchase(tx, purchase), 'billing/code-invalid');
  }
}
