import { randomId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/job-store.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { findAccountById } from '../../identity/index.ts';
import {
  findSubscription,
  listOwnedSubscriptions,
  lockSubscriptionsOf,
} from '../../subscriptions/index.ts';
import type { PaymentProvider } from '../port/payment-provider.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';

/** Sends an account's new address to the provider, for each running subscription that it owns. */
export async function followEmail(tx: Transaction, accountId: string): Promise<void> {
  // Otherwise a subscription that gets this owner or its customer right now would keep the old address.
  await lockSubscriptionsOf(tx, accountId);
  for (const { id, status } of await listOwnedSubscriptions(tx, accountId)) {
    if (status !== 'canceled') {
      await enqueueEmailSync(tx, id);
    }
  }
}

interface SentEmail {
  readonly subscriptionId: string;
  /** Address that the provider has now. */
  readonly email: string;
}

/** Enqueues another update where the address changed while the provider was called. */
export async function enqueueEmailSyncIfChanged(
  tx: Transaction,
  { subscriptionId, email }: SentEmail,
): Promise<void> {
  if ((await findPayerEmail(tx, subscriptionId)) !== email) {
    await enqueueEmailSync(tx, subscriptionId);
  }
}

/** Runs the job of one subscription. */
export async function syncPayerEmail(
  subscriptionId: string,
  { db, payments }: { readonly db: Database; readonly payments: PaymentProvider },
): Promise<void> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  if (!customerId || !(await payments.readCustomer(customerId))) {
    return;
  }
  const email = await findPayerEmail(db, subscriptionId);
  const key = `${subscriptionId}-email-${randomId(12)}`;
  await payments.updateCustomer({ key, customerId, email });
  await db.transaction().execute((tx) => enqueueEmailSyncIfChanged(tx, { subscriptionId, email }));
}

/** Empty where the owner's account was deleted. */
async function findPayerEmail(db: Database, subscriptionId: string): Promise<string> {
  const subscription = await findSubscription(db, subscriptionId);
  const account = subscription && (await findAccountById(db, subscription.ownerId));
  return account?.email ?? '';
}

/** Enqueues the job where the project has a customer at the provider. */
async function enqueueEmailSync(tx: Transaction, subscriptionId: string): Promise<void> {
  if ((await findBillingAccount(tx, subscriptionId))?.customerId) {
    await enqueue(tx, 'tell-email', { subscriptionId }, { key: `email ${subscriptionId}` });
  }
}
