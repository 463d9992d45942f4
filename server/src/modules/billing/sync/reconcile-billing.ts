import type { JobLog } from '../../../platform/job-log.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import { linkCustomer } from '../intents/link-customer.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { ProviderUnavailable } from '../port/payment-provider.ts';
import type { Difference } from '../projection/difference.ts';
import { projectBilling } from '../projection/project-billing.ts';
import {
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from '../records/billing-account-store.ts';
import { claimComparisons, claimSearch, writeSearch } from '../records/comparison-store.ts';
import { hasOpenIntent } from '../records/intent-store.ts';
import { type Drift, findDrift, findOrphans } from './drift.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Each time, so that a large installation is gone through gently. */
const batch = 20;

type Context = PayingContext & {
  readonly log: JobLog;
  /** Takes into the inbox what has happened at the provider. */
  readonly takeEvents: () => Promise<void>;
  readonly countDrift: (found: number) => void;
};

/** Projects those that were read longest ago, and logs what that changes. */
export async function reconcileBilling(context: Context): Promise<void> {
  try {
    await reconcileSome(context);
    await seekOrphans(context);
  } catch (error) {
    // The others are read the next time round.
    if (!(error instanceof ProviderUnavailable)) {
      throw error;
    }
  }
}

async function reconcileSome(context: Context): Promise<void> {
  const { db, clock, log } = context;
  const at = clock.now();
  const runningBefore = new Date(at.getTime() - hourMs);
  const canceledBefore = new Date(at.getTime() - dayMs);
  const claim = { at, runningBefore, canceledBefore, limit: batch };
  for (const subscriptionId of await claimComparisons(db, claim)) {
    try {
      await reconcile(subscriptionId, context);
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        throw error;
      }
      log.error({ err: error, subscription: subscriptionId }, 'billing reconciliation failed');
    }
  }
}

async function reconcile(subscriptionId: string, context: Context): Promise<void> {
  const first = await findDrift(subscriptionId, context);
  if (first?.lacksPrice) {
    await projectBilling(subscriptionId, context);
    return;
  }
  if (!first || first.differences.length === 0) {
    return;
  }
  // An event that waits for its turn is no drift.
  await context.takeEvents();
  const drift = await findDrift(subscriptionId, context);
  if (!drift || drift.differences.length === 0) {
    return;
  }
  report(drift.differences, context);
  await context.db.transaction().execute((tx) => adoptOnly(tx, { subscriptionId, drift }, context));
  await projectBilling(subscriptionId, context);
}

interface Adopting {
  readonly subscriptionId: string;
  readonly drift: Drift;
}

/**
 * The only subscription that is charged is what people pay for; it takes effect like a first
 * payment. Of several, a person has to end all but one: no money is moved here.
 */
async function adoptOnly(
  tx: Transaction,
  { subscriptionId, drift }: Adopting,
  context: Context,
): Promise<void> {
  const [stray, ...others] = drift.strays;
  const isPaidFor = stray?.status === 'active' || stray?.status === 'past_due';
  if (!stray || !isPaidFor || others.length > 0 || isCharged(drift)) {
    return;
  }
  await lockSubscription(tx, subscriptionId);
  const subscription = await findSubscription(tx, subscriptionId);
  const account = await findBillingAccount(tx, subscriptionId);
  const isOpen = subscription !== undefined && subscription.status !== 'canceled';
  const isSame = isAsRead(account, drift);
  if (isOpen && isSame && !(await hasOpenIntent(tx, subscriptionId))) {
    const charged = { id: stray.id, isPending: true };
    await writeBillingAccount(tx, subscriptionId, { charged });
    context.log.warn({ subscription: subscriptionId }, 'running subscription adopted');
  }
}

const isCharged = ({ snapshot }: Drift) =>
  snapshot?.charged !== undefined && snapshot.charged.status !== 'canceled';

function isAsRead(account: BillingAccount | undefined, { snapshot }: Drift): boolean {
  return account?.providerSubscriptionId === (snapshot?.charged?.id ?? null);
}

/** One page each time, once an hour round the whole account. */
async function seekOrphans(context: Context): Promise<void> {
  const { db, clock, payments } = context;
  const at = clock.now();
  const againBefore = new Date(at.getTime() - hourMs);
  const search = await claimSearch(db, { provider: payments.name, at, againBefore });
  if (!search) {
    return;
  }
  const { subscriptions, hasMore } = await payments.listRunning(search.after);
  const orphans = await findOrphans(subscriptions, context);
  report(
    orphans.map(({ difference }) => difference),
    context,
  );
  for (const customerId of new Set(orphans.map((orphan) => orphan.customerId))) {
    await linkCustomer(customerId, context);
  }
  if (!search.after && subscriptions.some(({ isElsewhere }) => isElsewhere)) {
    context.log.warn({}, 'payment account shared with another installation');
  }
  const reached = hasMore ? subscriptions.at(-1)?.id : undefined;
  await writeSearch(db, payments.name, reached);
}

function report(differences: readonly Difference[], { log, countDrift }: Context): void {
  countDrift(differences.length);
  for (const { subscriptionId, about, here, there } of differences) {
    log.warn({ subscription: subscriptionId, drift: about, here, there }, 'billing drift');
  }
}
