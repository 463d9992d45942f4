import type { JobLog } from '../../../platform/job-log.ts';
import { lockSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { ProviderUnavailable } from '../port/payment-provider.ts';
import { projectBilling } from '../projection/project-billing.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import { claimComparisons, claimSearch, writeSearch } from '../records/comparison-store.ts';
import { hasOpenIntent } from '../records/intent-store.ts';
import { type Comparison, compareBilling, findOrphans } from './compare-billing.ts';
import { type Difference, findStrays } from './difference.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Each time, so that a large house is gone through gently. */
const batch = 20;

type Context = PayingContext & {
  readonly log: JobLog;
  /** Takes into the inbox what has happened at the provider. */
  readonly takeEvents: () => Promise<void>;
};

/**
 * Compares those that were compared longest ago with what the provider has, says what differs and
 * repairs what can be repaired by reading again.
 */
export async function reconcileBilling(context: Context): Promise<void> {
  try {
    await reconcileSome(context);
    await seekOrphans(context);
  } catch (error) {
    // Whoever was not reached is compared next time round.
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
      log.error({ err: error, subscription: subscriptionId }, 'billing could not be compared');
    }
  }
}

async function reconcile(subscriptionId: string, context: Context): Promise<void> {
  const first = await compareBilling(subscriptionId, context);
  if (!first || first.differences.length === 0) {
    return;
  }
  // What has happened there and waits for its turn is no drift.
  await context.takeEvents();
  const second = await compareBilling(subscriptionId, context);
  if (second && second.differences.length > 0) {
    report(second.differences, context.log);
    await repair(second, context);
  }
}

/** Money is never moved for it: what charges and should not is for a person to end. */
async function repair(comparison: Comparison, context: Context): Promise<void> {
  const { subscription } = comparison.kept;
  if (subscription.status !== 'canceled') {
    await adopt(comparison, context);
    await projectBilling(subscription.id, context);
  }
}

/** The only one that is charged is what people pay for; it takes effect like a first payment. */
async function adopt({ kept, found }: Comparison, { db }: Context): Promise<void> {
  const { id } = kept.subscription;
  const [stray, ...others] = findStrays(kept, found);
  const isOnly = others.length === 0 && found.running.length === 1;
  if (!(stray && isOnly && (stray.status === 'active' || stray.status === 'past_due'))) {
    return;
  }
  await db.transaction().execute(async (tx) => {
    await lockSubscription(tx, id);
    const account = await findBillingAccount(tx, id);
    const isAsCompared = account?.reading === kept.account.reading;
    if (isAsCompared && !(await hasOpenIntent(tx, id))) {
      await writeBillingAccount(tx, id, { nextProviderSubscriptionId: stray.id });
    }
  });
}

/** One page each time, once an hour round the whole account. */
async function seekOrphans(context: Context): Promise<void> {
  const { db, clock, payments, log } = context;
  const at = clock.now();
  const againBefore = new Date(at.getTime() - hourMs);
  const search = await claimSearch(db, { provider: payments.name, at, againBefore });
  if (!search) {
    return;
  }
  const { subscriptions, hasMore } = await payments.listRunning(search.after);
  report(await findOrphans(subscriptions, context), log);
  const reached = hasMore ? subscriptions.at(-1)?.id : undefined;
  await writeSearch(db, payments.name, reached);
}

function report(differences: readonly Difference[], log: JobLog): void {
  for (const { subscriptionId, about, here, there } of differences) {
    log.warn({ subscription: subscriptionId, drift: about, here, there }, 'billing drift');
  }
}
