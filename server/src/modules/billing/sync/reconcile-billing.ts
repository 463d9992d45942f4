import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import { ProviderUnavailable } from '../port/payment-provider.ts';
import { projectBilling } from '../projection/project-billing.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import { claimComparisons, markReturnsRead, writeCompared } from '../records/comparison-store.ts';
import { hasOpenIntent } from '../records/intent-store.ts';
import { finishRestores } from '../records/restore-store.ts';
import { compareByList, logDrift, type ReconcileContext } from './compare-by-list.ts';
import { type Drift, findDrift } from './drift.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Pace for data outside the provider's list: older invoices, and cards of projects that pay nothing. */
const runningMs = dayMs;
const canceledMs = 7 * dayMs;
/** Pause after a failed comparison. */
const failedMs = hourMs;
/** Projects compared in parallel, with three requests each. */
const concurrency = 4;
/** Projects for one run; the next minute takes the others. */
const maxPerRun = 200;

/** Compares our rows with the provider's list, then some projects one by one, and projects those that differ. */
export async function reconcileBilling(context: ReconcileContext): Promise<void> {
  for (const part of [compareByList, compareDue]) {
    try {
      await part(context);
    } catch (error) {
      // The next minute continues. A failing part does not stop the other one.
      const level = error instanceof ProviderUnavailable ? 'info' : 'error';
      context.log[level]({ err: error }, 'billing reconciliation deferred');
    }
  }
  const { db, clock, log } = context;
  if (await finishRestores(db, clock.now())) {
    log.info({}, 'restored backup reconciled');
  }
}

async function compareDue(context: ReconcileContext): Promise<void> {
  const { db, clock } = context;
  for (let compared = 0; compared < maxPerRun; compared += concurrency) {
    const at = clock.now();
    const later = (ms: number) => new Date(at.getTime() + ms);
    const ids = await claimComparisons(db, { at, againAt: later(failedMs), limit: concurrency });
    const done = await compareSome(ids, context);
    await writeCompared(db, done, { runningAt: later(runningMs), canceledAt: later(canceledMs) });
    if (ids.length < concurrency) {
      return;
    }
  }
}

/** Compares the projects and projects those that differ; answers all that were compared. */
async function compareSome(ids: readonly string[], context: ReconcileContext): Promise<string[]> {
  const compared = await each(ids, (id) => isInStep(id, context), context);
  const suspects = compared.filter(({ result }) => !result).map(({ id }) => id);
  if (suspects.length === 0) {
    return compared.map(({ id }) => id);
  }
  // A difference that a waiting event explains is no drift.
  await context.takeEvents();
  const repaired = await each(suspects, (id) => repair(id, context), context);
  return [...compared.filter(({ result }) => result), ...repaired].map(({ id }) => id);
}

/** Runs the work for all ids in parallel; leaves out those for which it failed. */
async function each<Result>(
  ids: readonly string[],
  work: (id: string) => Promise<Result>,
  { log }: ReconcileContext,
): Promise<{ id: string; result: Result }[]> {
  const all = ids.map(async (id) => ({ id, result: await work(id) }));
  const outcomes = await Promise.allSettled(all);
  const errors = outcomes.map((one) => (one.status === 'rejected' ? one.reason : undefined));
  const away = errors.find((error) => error instanceof ProviderUnavailable);
  for (const [index, error] of errors.entries()) {
    if (error !== undefined && !(error instanceof ProviderUnavailable)) {
      log.error({ err: error, subscription: ids[index] }, 'billing reconciliation failed');
    }
  }
  if (away) {
    throw away;
  }
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

async function isInStep(subscriptionId: string, context: ReconcileContext): Promise<boolean> {
  const drift = await findDrift(subscriptionId, context);
  if (drift?.lacksFacts) {
    await projectBilling(subscriptionId, context, { withReturns: true });
  }
  const isSame = !drift || drift.differences.length === 0;
  if (isSame && drift?.withReturns) {
    await markReturnsRead(context.db, subscriptionId, context.clock.now());
  }
  return isSame;
}

async function repair(subscriptionId: string, context: ReconcileContext): Promise<void> {
  const drift = await findDrift(subscriptionId, context);
  if (!drift || drift.differences.length === 0) {
    return;
  }
  logDrift(drift.differences, context);
  await context.db.transaction().execute((tx) => adoptOnly(tx, { subscriptionId, drift }, context));
  await projectBilling(subscriptionId, context, { withReturns: drift.withReturns });
}

/**
 * Adopts a subscription that is charged at the provider as the project's pending first payment, if
 * it is the only one. Of several, a person has to end all but one, because no money is moved here.
 */
async function adoptOnly(
  tx: Transaction,
  { subscriptionId, drift }: { readonly subscriptionId: string; readonly drift: Drift },
  context: ReconcileContext,
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
