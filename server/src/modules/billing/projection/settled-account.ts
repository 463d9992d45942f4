import type { PayingContext } from '../port/billing-services.ts';
import { type BillingAccount, findBillingAccount } from '../records/billing-account-store.ts';
import { projectBilling } from './project-billing.ts';

/** Finds the billing account, and projects it first where a first payment is pending. */
export async function findSettledAccount(
  subscriptionId: string,
  context: PayingContext,
): Promise<BillingAccount | undefined> {
  const account = await findBillingAccount(context.db, subscriptionId);
  if (!account?.isPending) {
    return account;
  }
  await projectBilling(subscriptionId, context);
  return await findBillingAccount(context.db, subscriptionId);
}
