import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { ProviderAccount } from '../port/payment-provider.ts';
import {
  type BillingAccount,
  claimCustomer,
  findBillingAccount,
} from '../records/billing-account-store.ts';
import {
  findDeclinedCustomer,
  removeDeclinedCustomer,
  takeOldDeclinedCustomers,
} from '../records/declined-customer-store.ts';
import { askForRemoval } from '../records/job-store.ts';
import { askIfEmailIsOld } from './payer-email.ts';
import { findKnownCustomer } from './remove-unused.ts';

type Asking = Pick<PayingContext, 'db' | 'payments'>;

interface Wanted {
  readonly subscriptionId: string;
  readonly email: string;
  /** Names the customer that is made: a key never makes a second one while the first is there. */
  readonly key: string;
  /** Account whose declined customer may be used again. */
  readonly reuseOf?: string;
}

/**
 * The project's customer. Its id is committed before anything else is asked for it; a customer whom
 * a crash has left behind is removed once its `customer.created` event is followed.
 */
export async function ensureCustomer(wanted: Wanted, asking: Asking): Promise<string> {
  const { db, payments } = asking;
  const { subscriptionId, email, key } = wanted;
  const account = await findBillingAccount(db, subscriptionId);
  const before = account?.customerId ?? null;
  if (account && before && (isCharged(account) || (await payments.readCustomer(before)))) {
    return before;
  }
  const reused = await reuseDeclined(wanted, before, asking);
  if (reused !== undefined) {
    return reused;
  }
  const customerId = await payments.createCustomer({ key, subscriptionId, email });
  const provider = await payments.readAccount();
  return await db
    .transaction()
    .execute((tx) => writeCustomer(tx, { subscriptionId, email, before, customerId, provider }));
}

/** The customer whose card was declined at the account's last purchase, unless another purchase takes it now. */
async function reuseDeclined(
  { subscriptionId, email, reuseOf }: Wanted,
  before: string | null,
  { db, payments }: Asking,
): Promise<string | undefined> {
  const customerId = reuseOf && (await findDeclinedCustomer(db, reuseOf));
  if (!customerId || !(await findKnownCustomer(customerId, { payments }))) {
    return undefined;
  }
  const provider = await payments.readAccount();
  return await db.transaction().execute(async (tx) => {
    const isFree = await removeDeclinedCustomer(tx, customerId);
    return isFree
      ? await writeCustomer(tx, { subscriptionId, email, before, customerId, provider })
      : undefined;
  });
}

interface NewCustomer {
  readonly subscriptionId: string;
  readonly email: string;
  readonly before: string | null;
  readonly customerId: string;
  readonly provider: ProviderAccount;
}

/** Another process may have been faster; its customer counts, and this one is removed. */
async function writeCustomer(
  tx: Transaction,
  { subscriptionId, email, before, customerId, provider }: NewCustomer,
): Promise<string> {
  await lockSubscription(tx, subscriptionId);
  refuseUnless(await findSubscription(tx, subscriptionId), 'access/denied');
  const now = await claimCustomer(tx, { subscriptionId, before, customerId, provider });
  if (now !== customerId) {
    await askForRemoval(tx, customerId);
  }
  await askIfEmailIsOld(tx, { subscriptionId, email });
  return now;
}

/** A customer whose subscription runs, or may, is never replaced. */
function isCharged({ providerSubscriptionId }: BillingAccount): boolean {
  return providerSubscriptionId !== null;
}

const declinedKeptMs = 24 * 3_600_000;

/** Removes customers whose account has not tried another purchase for a day. */
export async function removeOldDeclined({ db, payments }: Asking, at: Date): Promise<void> {
  // They stay while the keys are of another account.
  await payments.readAccount();
  await db.transaction().execute(async (tx) => {
    const by = new Date(at.getTime() - declinedKeptMs);
    for (const customerId of await takeOldDeclinedCustomers(tx, by)) {
      await askForRemoval(tx, customerId);
    }
  });
}
