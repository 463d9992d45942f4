import { randomId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/job-store.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { findAccountById } from '../../identity/index.ts';
import {
  findSubscription,
  listOwnedSubscriptions,
  lockSubscriptionsOf,
} from '../../subscriptions/index.ts';
import type { PaymentProvider } from '../port/payment-provider.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';

/** Has the provider write to the new address about all that the account owns and that still runs. */
export async function followEmail(tx: Transaction, accountId: string): Promise<void> {
  // Or what is given to this person, or gets its customer, at this moment would keep the old address.
  await lockSubscriptionsOf(tx, accountId);
  for (const { id, status } of await listOwnedSubscriptions(tx, accountId)) {
    if (status !== 'canceled') {
      await askToTell(tx, id);
    }
  }
}

interface Told {
  readonly subscriptionId: string;
  /** Where the provider writes to by now. */
  readonly email: string;
}

/** For whoever has told the provider an address: it may have changed since they read it. */
export async function askIfEmailIsOld(
  tx: Transaction,
  { subscriptionId, email }: Told,
): Promise<void> {
  if ((await findPayerEmail(tx, subscriptionId)) !== email) {
    await askToTell(tx, subscriptionId);
  }
}

/** The job of one subscription. */
export async function tellEmail(
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
  await db.transaction().execute((tx) => askIfEmailIsOld(tx, { subscriptionId, email }));
}

/** Nobody is written to where the owner's account is gone. */
async function findPayerEmail(db: Database, subscriptionId: string): Promise<string> {
  const subscription = await findSubscription(db, subscriptionId);
  const account = subscription && (await findAccountById(db, subscription.ownerId));
  return account?.email ?? '';
}

/** Asks for the job; nothing where the provider has no customer of the project. */
async function askToTell(tx: Transaction, subscriptionId: string): Promise<void> {
  if ((await findBillingAccount(tx, subscriptionId))?.customerId) {
    await enqueue(tx, 'tell-email', { subscriptionId }, { key: `email ${subscriptionId}` });
  }
}
