import type { JobLog } from '../../../platform/jobs/job-log.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import { linkCustomer } from '../changes/shared/link-customer.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { RunningSubscription } from '../port/payment-provider.ts';
import { type Difference, findDifferences, lacksFacts } from '../projection/difference.ts';
import { toSnapshot } from '../projection/snapshot.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import {
  findBillingAccount,
  findSubscriptionOfCustomer,
} from '../records/billing-account-store.ts';
import { claimUnlisted, findRound, writeListed, writeRound } from '../records/comparison-store.ts';
import { listKeptInvoices } from '../records/invoice-store.ts';
import { markShared } from '../records/provider-account-store.ts';
import { findOrphans } from './drift.ts';

export type ReconcileContext = PayingContext & {
  readonly log: JobLog;
  /** Stores new events of the provider. */
  readonly takeEvents: () => Promise<void>;
  readonly countDrift: (found: number) => void;
};

const hourMs = 3_600_000;
/** Pages for one run, with a hundred subscriptions each; the next minute continues. */
const pagesPerRun = 20;

/**
 * Compares our rows with the provider's list of running subscriptions, once an hour. A project that
 * differs, or is charged and missing in the list, becomes due for a comparison of its own.
 */
export async function compareByList(context: ReconcileContext): Promise<void> {
  const { db, clock, payments } = context;
  for (let page = 0; page < pagesPerRun; page += 1) {
    const at = clock.now();
    const againBefore = new Date(at.getTime() - hourMs);
    const round = await findRound(db, { at, againBefore });
    if (!round) {
      return;
    }
    const { begunAt } = round;
    const { subscriptions, hasMore } = await payments.listRunning(round.after);
    await comparePage(subscriptions, context);
    const unlinked = [...round.unlinked, ...(await linkOrphans(subscriptions, context))];
    const isShared = subscriptions.some(({ isElsewhere }) => isElsewhere);
    if (isShared && (await markShared(db, at))) {
      context.log.warn({}, 'payment account shared with another installation');
    }
    const after = hasMore ? subscriptions.at(-1)?.id : undefined;
    if (after === undefined) {
      await claimUnlisted(db, { since: begunAt, at });
    }
    await writeRound(db, { begunAt, after, unlinked });
  }
}

export function logDrift(
  differences: readonly Difference[],
  { log, countDrift }: ReconcileContext,
): void {
  countDrift(differences.length);
  for (const { subscriptionId, about, here, there } of differences) {
    log.warn({ subscription: subscriptionId, drift: about, here, there }, 'billing drift');
  }
}

async function comparePage(
  subscriptions: readonly RunningSubscription[],
  context: ReconcileContext,
): Promise<void> {
  const { db, clock } = context;
  const at = clock.now();
  const compared: Compared[] = [];
  for (const running of subscriptions) {
    compared.push(...(await compareListed(running, context)));
  }
  const idsOf = (some: readonly Compared[]) => some.map(({ subscriptionId }) => subscriptionId);
  const listed = idsOf(compared.filter(({ isCharged }) => isCharged));
  const different = idsOf(compared.filter(({ isSame }) => !isSame));
  await writeListed(db, { at, listed, different });
}

interface Compared {
  readonly subscriptionId: string;
  /** Whether our row names the subscription. */
  readonly isCharged: boolean;
  readonly isSame: boolean;
}

/** Compares one subscription of the list; empty for a customer that is not ours. */
async function compareListed(
  running: RunningSubscription,
  context: ReconcileContext,
): Promise<Compared[]> {
  const { db, log } = context;
  const subscriptionId = await findSubscriptionOfCustomer(db, running.customerId);
  const account = subscriptionId && (await findBillingAccount(db, subscriptionId));
  if (!account) {
    return [];
  }
  const isCharged = account.providerSubscriptionId === running.id;
  try {
    const isSame = isCharged && (await isAsListed({ account, running }, context));
    return [{ subscriptionId, isCharged, isSame }];
  } catch (error) {
    log.error({ err: error, subscription: subscriptionId }, 'billing reconciliation failed');
    return [{ subscriptionId, isCharged, isSame: false }];
  }
}

/** Whether our rows match the list, which has only the newest invoice. */
async function isAsListed(
  { account, running }: { readonly account: BillingAccount; readonly running: RunningSubscription },
  { db, settings }: ReconcileContext,
): Promise<boolean> {
  const subscription = await findSubscription(db, account.subscriptionId);
  if (!subscription || subscription.status === 'canceled') {
    return false;
  }
  const snapshot = toSnapshot(running, account.reading);
  const ids = snapshot.invoices.map(({ id }) => id);
  const invoices = await listKeptInvoices(db, account.subscriptionId, ids);
  const kept = { subscription, account, invoices };
  const differences = findDifferences(kept, snapshot, settings);
  return differences.length === 0 && !lacksFacts(kept, snapshot, settings);
}

/** Links or reports subscriptions that charge for a project that is not here; answers the projects for which that failed. */
async function linkOrphans(
  subscriptions: readonly RunningSubscription[],
  context: ReconcileContext,
): Promise<string[]> {
  const orphans = await findOrphans(subscriptions, context);
  logDrift(
    orphans.map(({ difference }) => difference),
    context,
  );
  const failed: string[] = [];
  const projects = new Map(orphans.map(({ customerId, projectId }) => [customerId, projectId]));
  for (const [customerId, projectId] of projects) {
    try {
      // A project with an open intent is left out: the intent looks for lost purchases before it charges.
      await linkCustomer(customerId, context);
    } catch (error) {
      // The next round tries again; this one continues with the other customers.
      context.log.error({ err: error, customer: customerId }, 'billing reconciliation failed');
      failed.push(...(projectId === null ? [] : [projectId]));
    }
  }
  return failed;
}
