import type { HearthConfig } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/transaction.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type { PaymentProvider, RunningSubscription } from '../port/payment-provider.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { awaitsProjection, filterOrphans, listKeptInvoices } from '../records/comparison-store.ts';
import { hasOpenIntent } from '../records/intent-store.ts';
import { hasWaitingEvent } from '../records/provider-event-store.ts';
import { type Difference, type Found, findDifferences, type Kept } from './difference.ts';

/** What a comparison needs; it changes nothing. */
export interface ComparingContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: HearthConfig;
  readonly payments: PaymentProvider;
}

export interface Comparison {
  readonly kept: Kept;
  readonly found: Found;
  /** None where a change is under way, or something that will be followed in a moment. */
  readonly differences: readonly Difference[];
}

/** An event that has waited longer is not followed in a moment. */
const slowestEventMs = 3_600_000;

/** Reads one subscription anew, here and at the provider; undefined where the provider has nobody. */
export async function compareBilling(
  subscriptionId: string,
  context: ComparingContext,
): Promise<Comparison | undefined> {
  const kept = await readKept(context.db, subscriptionId);
  if (!kept) {
    return undefined;
  }
  const found = await readFound(kept, context.payments);
  const differences = findDifferences(kept, found, context.settings);
  const isReal = differences.length > 0 && !(await isBehind(kept, context));
  return { kept, found, differences: isReal ? differences : [] };
}

async function readKept(db: Database, subscriptionId: string): Promise<Kept | undefined> {
  const account = await findBillingAccount(db, subscriptionId);
  const subscription = await findSubscription(db, subscriptionId);
  return account?.customerId && subscription
    ? { subscription, account, invoices: await listKeptInvoices(db, subscriptionId) }
    : undefined;
}

async function readFound(
  { subscription, account }: Kept,
  payments: PaymentProvider,
): Promise<Found> {
  const customerId = account.customerId ?? '';
  if (subscription.status === 'canceled') {
    return { running: await payments.listSubscriptions(customerId), cards: [], invoices: [] };
  }
  const [running, cards, invoices] = await Promise.all([
    payments.listSubscriptions(customerId),
    payments.listCards(customerId),
    payments.listInvoices(customerId),
  ]);
  return { running, cards, invoices };
}

/** Somebody is at work on it, was meanwhile, or will be in a moment. */
async function isBehind({ account }: Kept, { db, clock }: ComparingContext): Promise<boolean> {
  const { subscriptionId, customerId, reading } = account;
  const after = new Date(clock.now().getTime() - slowestEventMs);
  const now = await findBillingAccount(db, subscriptionId);
  return (
    now?.reading !== reading ||
    (await hasOpenIntent(db, subscriptionId)) ||
    (await hasWaitingEvent(db, { customerId: customerId ?? '', after })) ||
    (await awaitsProjection(db, subscriptionId))
  );
}

/** Of a page of what runs there, what charges for a subscription that is not here. */
export async function findOrphans(
  running: readonly RunningSubscription[],
  { db, payments }: ComparingContext,
): Promise<Difference[]> {
  const orphans: Difference[] = [];
  for (const orphan of await filterOrphans(db, running)) {
    const { id } = orphan;
    // A first payment that was declined meanwhile has ended, and taken its subscription away.
    const status = (await payments.readSubscription(id))?.status ?? 'canceled';
    const [isStill] = await filterOrphans(db, [orphan]);
    if (isStill && status !== 'canceled') {
      const there = `${id} ${status} of ${orphan.subscriptionId}`;
      orphans.push({ subscriptionId: null, about: 'charged subscription', here: 'unknown', there });
    }
  }
  return orphans;
}
