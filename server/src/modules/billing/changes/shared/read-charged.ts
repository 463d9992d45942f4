import type { PayingContext } from '../../port/billing-services.ts';
import type { ProviderSubscription } from '../../port/payment-provider.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';

/** Undefined where nothing is charged, and where the provider does not know the subscription: its key may be wrong. */
export async function readCharged(
  subscriptionId: string,
  { db, payments }: PayingContext,
): Promise<ProviderSubscription | undefined> {
  const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  return charged ? await payments.readSubscription(charged) : undefined;
}
