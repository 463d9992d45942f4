import type { Transaction } from '../../../platform/transaction.ts';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import { ProviderUnavailable } from '../port/payment-provider.ts';
import { projectBilling } from '../projection/project-billing.ts';
import {
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from '../records/billing-account-store.ts';
import { claimComparisons, markReturnsRead, writeCompared } from '../records/comparison-store.ts';
import { hasOpenIntent } from '../records/intent-store.ts';
import { type Drift, findDrift } from './drift.ts';
import { logDrift, type ReconcileContext, walkRunning } from './walk-running.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Pace for what the provider's list does not show: older invoices, cards of projects that pay nothing. */
const runningMs = dayMs;
const canceledMs = 7 * dayMs;
/** Until one that could not be compared is tried again. */
const failedMs = hourMs;
/** Three requests each, and the budget of requests keeps half of it for people. */
const atOnce = 4;
/** The next minute goes on with the others. */
const mostEachTime = 200;

/** Compares our rows with the provider's list of what runs, then some projects one by one; projects what differs. */
export async function reconcileBilling(context: ReconcileContext): Promise<void> {
  for (const part of [walkRunning, compareDue]) {
    try {
      await part(context);
    } catch (error) {
      // The next minute goes on; neither part keeps the other waiting.
      const level = error instanceof ProviderUnavailable ? 'info' : 'error';
      context.log[level]({ err: error }, 'billing reconciliation deferred');
    }
  }
}

async function compareDue(context: ReconcileContext): Promise<void> {
  const { db, clock } = context;
  for (let compared = 0; compared < mostEachTime; compared += atOnce) {
    const at = clock.now();
    const later = (ms: number) => new Date(at.getTime() + ms);
    const ids = await claimComparisons(db, { at, againAt: later(failedMs), limit: atOnce });
    const done = await compareSome(ids, context);
    await writeCompared(db, done, { runningAt: later(runningMs), canceledAt: later(canceledMs) });
    if (ids.length < atOnce) {
      return;
    }
  }
}

/** Answers those that are in step now, as far as reading can bring them there. */
async function compareSome(ids: readonly string[], context: ReconcileContext): Promise<string[]> {
  const compared = await each(ids, (id) => isInStep(id, context), context);
  const suspects = compared.filter(({ result }) => !result).map(({ id }) => id);
  if (suspects.length === 0) {
    return compared.map(({ id }) => id);
  }
  // An event that waits for its turn is no drift.
  await context.takeEvents();
  const repaired = await each(suspects, (id) => repair(id, context), context);
  return [...compared.filter(({ result }) => result), ...repaired].map(({ id }) => id);
}

/** Does the work for all of them together; leaves out those for which it failed. */
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
