import type { PayingContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { Intent, IntentOutcome } from '../records/intent.ts';
import { findProgress } from '../records/intent-store.ts';

interface Late {
  readonly intent: Intent;
  readonly subscription: ProviderSubscription | undefined;
}

/**
 * Somebody else has ended the intent meanwhile: their answer counts, and after a no what was started
 * for it is ended, since nobody here knows it.
 */
export async function followEnding(
  { intent, subscription }: Late,
  { db, payments }: PayingContext,
): Promise<IntentOutcome> {
  const outcome = (await findProgress(db, intent.id))?.outcome;
  if (!outcome) {
    throw new Error(`Intent ${intent.id} has not ended.`);
  }
  const account = await findBillingAccount(db, intent.subscriptionId);
  const known = [account?.providerSubscriptionId, account?.nextProviderSubscriptionId];
  if ('refusal' in outcome && subscription && !known.includes(subscription.id)) {
    await payments.endSubscription({ key: `${intent.id}-late`, id: subscription.id });
  }
  return outcome;
}
