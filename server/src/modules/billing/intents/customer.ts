import { randomId } from '../../../platform/ids.ts';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import {
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from '../records/billing-account-store.ts';
import { askToFind, type MissingCustomer } from '../records/left-customer-store.ts';
import { askIfEmailIsOld, askToTell } from './payer-email.ts';
import { removeCustomer } from './refuse-creation.ts';

type Asking = Pick<PayingContext, 'db' | 'payments'>;

interface Payer {
  readonly subscriptionId: string;
  readonly email: string;
}

/** The provider's customer of the subscription; one that a crash left there is found again, one that somebody removed there is made anew. */
export async function ensureCustomer(
  { subscriptionId, email }: Payer,
  { db, payments }: Asking,
): Promise<string> {
  const account = await findBillingAccount(db, subscriptionId);
  const known = account?.customerId;
  if (known && (isCharged(account) || (await payments.hasCustomer(known)))) {
    return known;
  }
  const customerId =
    (await payments.findCustomer(subscriptionId)) ??
    (await makeCustomer({ subscriptionId, before: known ?? null }, { db, payments }));
  const key = `${subscriptionId}-customer-${randomId(12)}`;
  await payments.updateCustomer({ key, customerId, email });
  await db.transaction().execute((tx) => writeCustomer(tx, { subscriptionId, customerId, email }));
  return customerId;
}

/** A purchase may be refused at this moment, and its subscription gone; so is the customer then, by a job. */
async function writeCustomer(
  tx: Transaction,
  { subscriptionId, customerId, email }: Payer & { readonly customerId: string },
): Promise<void> {
  await lockSubscription(tx, subscriptionId);
  refuseUnless(await findSubscription(tx, subscriptionId), 'access/denied');
  await writeBillingAccount(tx, subscriptionId, { customerId });
  await askIfEmailIsOld(tx, { subscriptionId, email });
}

async function makeCustomer(missing: MissingCustomer, { db, payments }: Asking): Promise<string> {
  const { subscriptionId, before } = missing;
  await askToFind(db, missing);
  return await payments.createCustomer({
    // A key has one body, whoever asks and with what; so e-mail and address are said afterwards. Of
    // one that was removed the provider would remember the key, and answer it.
    key: before ? `${subscriptionId}-customer-after-${before}` : `${subscriptionId}-customer`,
    subscriptionId,
  });
}

/** Whoever made the customer may have died before they wrote it down. */
export async function findLeftCustomer(
  { subscriptionId, before }: MissingCustomer,
  { db, payments }: Asking,
): Promise<void> {
  const account = await findBillingAccount(db, subscriptionId);
  if ((account?.customerId ?? null) !== before) {
    return;
  }
  const customerId = await payments.findCustomer(subscriptionId);
  if (customerId === undefined) {
    return;
  }
  if (await findSubscription(db, subscriptionId)) {
    await db.transaction().execute(async (tx) => {
      await writeBillingAccount(tx, subscriptionId, { customerId });
      // Nobody knows what their maker has told.
      await askToTell(tx, subscriptionId);
    });
  } else {
    await removeCustomer(customerId, payments);
  }
}

/** What is charged, or may be, stays with its customer. */
function isCharged({
  providerSubscriptionId,
  nextProviderSubscriptionId,
}: BillingAccount): boolean {
  return providerSubscriptionId !== null || nextProviderSubscriptionId !== null;
}
