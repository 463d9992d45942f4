import { refuseUnless } from '../../../../platform/refusal.ts';
import type { Transaction } from '../../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../../subscriptions/index.ts';
import { enqueueEmailSyncIfChanged } from '../../intents/payer-email.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import type { BillingDetails, ProviderAccount } from '../../port/payment-provider.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';
import { claimCustomer, findBillingAccount } from '../../records/billing-account-store.ts';
import { enqueueCustomerRemoval } from '../../records/billing-job-store.ts';
import {
  findDeclinedCustomer,
  removeDeclinedCustomer,
  takeOldDeclinedCustomers,
} from '../../records/declined-customer-store.ts';
import { findKnownCustomer } from './link-customer.ts';

type Asking = Pick<PayingContext, 'db' | 'payments'>;

interface CustomerRequest {
  readonly subscriptionId: string;
  readonly email: string;
  /** Details of the new customer; left out where they are saved next. */
  readonly details?: BillingDetails | null | undefined;
  /** Key of the new customer: it never creates a second one while the first exists. */
  readonly key: string;
  /** Account whose declined customer may be used again. */
  readonly reuseOf?: string;
}

/**
 * Finds or creates the project's customer. Its id is committed before any other call for it; a
 * customer that a crash orphaned is removed when its `customer.created` event is followed.
 */
export async function ensureCustomer(wanted: CustomerRequest, asking: Asking): Promise<string> {
  const { db, payments } = asking;
  const { subscriptionId, email, details, key } = wanted;
  const account = await findBillingAccount(db, subscriptionId);
  const before = account?.customerId ?? null;
  if (account && before && (isCharged(account) || (await payments.readCustomer(before)))) {
    return before;
  }
  const reused = await reuseDeclined(wanted, before, asking);
  if (reused !== undefined) {
    return reused;
  }
  const customerId = await payments.createCustomer({
    key,
    subscriptionId,
    email,
    ...(details && { details }),
  });
  const provider = await payments.readAccount();
  return await db
    .transaction()
    .execute((tx) => writeCustomer(tx, { subscriptionId, email, before, customerId, provider }));
}

/** Takes the declined customer of the account's last purchase, unless another purchase takes it now. */
async function reuseDeclined(
  { subscriptionId, email, reuseOf }: CustomerRequest,
  before: string | null,
  { db, payments }: Asking,
): Promise<string | undefined> {
  const customerId = reuseOf && (await findDeclinedCustomer(db, reuseOf));
  if (!customerId || !(await isFree(customerId, subscriptionId, { payments }))) {
    return undefined;
  }
  const provider = await payments.readAccount();
  return await db.transaction().execute(async (tx) => {
    const isTaken = await removeDeclinedCustomer(tx, customerId);
    return isTaken
      ? await writeCustomer(tx, { subscriptionId, email, before, customerId, provider })
      : undefined;
  });
}

/** Whether it is there and pays for no other project, as for one that a restored backup has lost. */
async function isFree(
  customerId: string,
  subscriptionId: string,
  { payments }: Pick<Asking, 'payments'>,
): Promise<boolean> {
  const [customer, running] = await Promise.all([
    findKnownCustomer(customerId, { payments }),
    payments.listSubscriptions(customerId),
  ]);
  const isOurs = running.every((one) => one.subscriptionId === subscriptionId);
  return customer !== undefined && isOurs;
}

interface NewCustomer {
  readonly subscriptionId: string;
  readonly email: string;
  readonly before: string | null;
  readonly customerId: string;
  readonly provider: ProviderAccount;
}

/** Writes the project's customer. If another process was faster, its customer counts and this one is removed. */
async function writeCustomer(
  tx: Transaction,
  { subscriptionId, email, before, customerId, provider }: NewCustomer,
): Promise<string> {
  await lockSubscription(tx, subscriptionId);
  refuseUnless(await findSubscription(tx, subscriptionId), 'access/denied');
  const now = await claimCustomer(tx, { subscriptionId, before, customerId, provider });
  if (now !== customerId) {
    await enqueueCustomerRemoval(tx, customerId);
  }
  await enqueueEmailSyncIfChanged(tx, { subscriptionId, email });
  return now;
}

/** Whether a subscription runs or may run, so that the customer must not be replaced. */
function isCharged({ providerSubscriptionId }: BillingAccount): boolean {
  return providerSubscriptionId !== null;
}

const declinedKeptMs = 24 * 3_600_000;

/** Removes declined customers whose account tried no other purchase for a day. */
export async function removeOldDeclined({ db, payments }: Asking, at: Date): Promise<void> {
  // Throws with the keys of another account, so that the customers are kept.
  await payments.readAccount();
  await db.transaction().execute(async (tx) => {
    const by = new Date(at.getTime() - declinedKeptMs);
    for (const customerId of await takeOldDeclinedCustomers(tx, by)) {
      await enqueueCustomerRemoval(tx, customerId);
    }
  });
}
