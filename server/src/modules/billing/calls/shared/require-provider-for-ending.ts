import type { Database } from '../../../../platform/transaction.ts';
import type { BillingServices } from '../../port/billing-services.ts';
import { requirePayments } from '../../port/require-payments.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';

/** Refuses to end a charged subscription while no provider is set up that could end it. */
export async function requireProviderForEnding(
  db: Database,
  subscriptionId: string,
  { payments }: Pick<BillingServices, 'payments'>,
): Promise<void> {
  const account = await findBillingAccount(db, subscriptionId);
  if (account?.providerSubscriptionId) {
    requirePayments(payments);
  }
}
