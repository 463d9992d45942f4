import type { Transaction } from '../../../../platform/transaction.ts';
import { findAccountById } from '../../../identity/index.ts';
import { findSubscription, lockSubscription } from '../../../subscriptions/index.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import {
  type ProviderAccount,
  type ProviderCustomer,
  type ProviderSubscription,
  ProviderUnknown,
} from '../../port/payment-provider.ts';
import { projectBilling } from '../../projection/project-billing.ts';
import {
  claimCustomer,
  findBillingAccount,
  writeBillingAccount,
} from '../../records/billing-account-store.ts';
import { enqueueCustomerRemoval } from '../../records/billing-job-store.ts';
import {
  findDeclinedCustomer,
  removeDeclinedCustomer,
} from '../../records/declined-customer-store.ts';
import type { Intent } from '../../records/intent.ts';
import { hasOpenIntent } from '../../records/intent-store.ts';
import { listUnlinkedCustomers } from '../../records/provider-event-store.ts';
import { claimTrial } from '../../records/trial-store.ts';
import { noteTrialCard } from './trial.ts';

/** Outcome for a customer at the provider that no row names. */
type LinkOutcome = 'linked' | 'removed' | 'kept' | 'too early';

/**
 * Links an unknown customer to its project again where a restored backup has lost a purchase, and
 * removes a customer that a crash has orphaned. A customer without our metadata belongs to somebody
 * else and is kept.
 */
export async function linkCustomer(
  customerId: string,
  context: PayingContext,
): Promise<LinkOutcome> {
  const customer = await findKnownCustomer(customerId, context);
  const subscriptionId = customer?.subscriptionId;
  if (!customer || !subscriptionId) {
    return 'kept';
  }
  if (await hasOpenIntent(context.db, subscriptionId)) {
    return 'too early';
  }
  return await link(customer, subscriptionId, context);
}

/** Links purchases of the project that our rows have lost; true where there was one. */
export async function restorePurchases(
  intent: Pick<Intent, 'id' | 'subscriptionId' | 'accountId'>,
  context: PayingContext,
): Promise<boolean> {
  const { subscriptionId } = intent;
  await context.catchUp();
  if ((await restoreOnOwnCustomer(intent, context)) || (await restoreOnDeclined(intent, context))) {
    return true;
  }
  for (const customerId of await listUnlinkedCustomers(context.db, subscriptionId)) {
    const customer = await findKnownCustomer(customerId, context);
    const isOurs = customer?.subscriptionId === subscriptionId;
    if (isOurs && (await link(customer, subscriptionId, context)) === 'linked') {
      return true;
    }
  }
  return false;
}

/** True where a paid subscription was found: nothing is sold beside it, whether it can be linked or not. */
async function restoreOnOwnCustomer(
  { id, subscriptionId }: Pick<Intent, 'id' | 'subscriptionId'>,
  context: PayingContext,
): Promise<boolean> {
  const { db, payments } = context;
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  const paid = customerId ? await listPaid(customerId, subscriptionId, context) : [];
  if (!customerId || paid.length === 0) {
    return false;
  }
  const ofIntent = await payments.findSubscription(customerId, id);
  const lost = paid.filter((one) => one.id !== ofIntent?.id);
  if (lost.length > 0) {
    await linkRunning({ customerId, subscriptionId, running: lost }, context);
  }
  return lost.length > 0;
}

/** The lost purchase may be charged on the customer that an earlier purchase of the account had left. */
async function restoreOnDeclined(
  { subscriptionId, accountId }: Pick<Intent, 'subscriptionId' | 'accountId'>,
  context: PayingContext,
): Promise<boolean> {
  const customerId = await findDeclinedCustomer(context.db, accountId);
  const running = customerId ? await listPaid(customerId, subscriptionId, context) : [];
  if (!customerId || running.length === 0) {
    return false;
  }
  return (await linkRunning({ customerId, subscriptionId, running }, context)) === 'linked';
}

async function listPaid(
  customerId: string,
  subscriptionId: string,
  { payments }: PayingContext,
): Promise<ProviderSubscription[]> {
  const running = await payments.listSubscriptions(customerId);
  return running.filter(
    (one) => one.subscriptionId === subscriptionId && one.status !== 'incomplete',
  );
}

async function link(
  customer: ProviderCustomer,
  subscriptionId: string,
  context: PayingContext,
): Promise<LinkOutcome> {
  const { id: customerId } = customer;
  const all = await context.payments.listSubscriptions(customerId);
  const running = all.filter((one) => one.subscriptionId === subscriptionId);
  if (running.length > 0) {
    return await linkRunning({ customerId, subscriptionId, running }, context);
  }
  return customer.isOwn ? await removeOrphan({ customerId, subscriptionId }, context) : 'kept';
}

interface Running {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly running: readonly ProviderSubscription[];
}

async function linkRunning(
  { customerId, subscriptionId, running }: Running,
  context: PayingContext,
): Promise<LinkOutcome> {
  const { db, payments, log } = context;
  const at = context.clock.now();
  const [own, ...others] = running;
  const provider = await payments.readAccount();
  // Before the link, because a linked purchase is not looked at again.
  if (own?.hadTrial && own.card) {
    await noteTrialCard({ subscriptionId, cardId: own.card.id }, context);
  }
  const isLinked =
    own !== undefined &&
    others.length === 0 &&
    (await db
      .transaction()
      .execute((tx) => writeLink(tx, { customerId, subscriptionId, own, provider, at })));
  if (!isLinked) {
    return await giveUpUnpaid({ customerId, subscriptionId, running }, context);
  }
  const found = { customer: customerId, charged: own.id, subscription: subscriptionId };
  log.error(found, 'lost purchase linked');
  await projectBilling(subscriptionId, context, { withReturns: true });
  return 'linked';
}

/** Ends a lost purchase that waits for its first payment and has no project any more; the reconciler reports others as drift. */
async function giveUpUnpaid(
  { customerId, subscriptionId, running }: Running,
  context: PayingContext,
): Promise<LinkOutcome> {
  for (const { id, status } of running) {
    const key = `${id}-lost`;
    if (status !== 'incomplete' || !(await context.payments.giveUpSubscription({ key, id }))) {
      return 'kept';
    }
  }
  return await removeOrphan({ customerId, subscriptionId }, context);
}

interface Link {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly own: Pick<ProviderSubscription, 'id' | 'hadTrial'>;
  readonly provider: ProviderAccount;
  readonly at: Date;
}

/** Writes the purchase as a pending first payment; false where the project is gone or charged otherwise. */
async function writeLink(
  tx: Transaction,
  { customerId, subscriptionId, own, provider, at }: Link,
): Promise<boolean> {
  await lockSubscription(tx, subscriptionId);
  const subscription = await findSubscription(tx, subscriptionId);
  const account = await findBillingAccount(tx, subscriptionId);
  const isFree = !account?.providerSubscriptionId;
  if (!subscription || subscription.status === 'canceled' || !isFree) {
    return false;
  }
  const before = account?.customerId ?? null;
  await removeDeclinedCustomer(tx, customerId);
  await claimCustomer(tx, { subscriptionId, before, customerId, provider });
  await writeBillingAccount(tx, subscriptionId, { charged: { id: own.id, isPending: true } });
  const owner = own.hadTrial ? await findAccountById(tx, subscription.ownerId) : undefined;
  if (owner) {
    await claimTrial(tx, { ...owner, uid: owner.id }, { subscriptionId, at });
  }
  if (before !== null && before !== customerId) {
    await enqueueCustomerRemoval(tx, before);
  }
  return true;
}

async function removeOrphan(
  { customerId, subscriptionId }: Omit<Link, 'own' | 'provider' | 'at'>,
  context: PayingContext,
): Promise<LinkOutcome> {
  const outcome = await removeUnused(customerId, context);
  if (outcome === 'removed') {
    const found = { customer: customerId, subscription: subscriptionId };
    context.log.error(found, 'orphaned customer removed');
  }
  return outcome;
}

const newest = 20;

/** Removes a customer at the provider. One that has paid, owes or has credit is kept as a record. */
export async function removeUnused(
  customerId: string,
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<'removed' | 'kept'> {
  const customer = await findKnownCustomer(customerId, { payments });
  if (!customer) {
    return 'kept';
  }
  const invoices = await payments.listInvoices(customerId, newest);
  const isUsed = customer.credit || invoices.some(({ status }) => status !== 'void');
  if (isUsed) {
    return 'kept';
  }
  await payments.removeCustomer({ key: `${customerId}-remove`, customerId });
  return 'removed';
}

/**
 * Reads a customer; undefined also for one that this account never had, because it was created with
 * the keys of another account.
 */
export async function findKnownCustomer(
  customerId: string,
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<ProviderCustomer | undefined> {
  try {
    return await payments.readCustomer(customerId);
  } catch (error) {
    if (error instanceof ProviderUnknown) {
      return undefined;
    }
    throw error;
  }
}
