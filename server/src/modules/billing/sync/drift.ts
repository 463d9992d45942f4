import type { HearthConfig } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/transaction.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type {
  PaymentProvider,
  ProviderSubscription,
  RunningSubscription,
} from '../port/payment-provider.ts';
import { type Difference, findDifferences, lacksFacts } from '../projection/difference.ts';
import { hasCustomer, toQuestion } from '../projection/project-billing.ts';
import { readSnapshot, type Snapshot } from '../projection/snapshot.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { awaitsProjection } from '../records/billing-job-store.ts';
import { filterOrphans } from '../records/comparison-store.ts';
import { hasOpenIntent } from '../records/intent-store.ts';
import { listKeptInvoices } from '../records/invoice-store.ts';
import { hasWaitingEvent } from '../records/provider-event-store.ts';
import { nextReading } from '../records/reading-store.ts';

/** Services for finding drift, which changes nothing. */
export interface DriftContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: HearthConfig;
  readonly payments: PaymentProvider;
}

export interface Drift {
  /** Undefined where the provider does not have the project's subscription. */
  readonly snapshot: Snapshot | undefined;
  /** Subscriptions that run at the provider with our metadata, and that no row names. */
  readonly strays: readonly ProviderSubscription[];
  readonly differences: readonly Difference[];
  /** Whether the project has to be read only to store fields that an earlier version did not have. */
  readonly lacksFacts: boolean;
  /** Whether refunds and disputes were compared too. */
  readonly withReturns: boolean;
}

/** Compares as compareBilling does, without differences that an open change or a waiting event explains. */
export async function findDrift(
  subscriptionId: string,
  context: DriftContext,
): Promise<Drift | undefined> {
  const compared = await compareBilling(subscriptionId, context);
  const isReal =
    compared && compared.differences.length > 0 && !(await isBehind(compared, context));
  return compared && { ...compared, differences: isReal ? compared.differences : [] };
}

/** Compares a dry-run projection and the provider's running subscriptions with our rows; undefined without a customer. */
export async function compareBilling(
  subscriptionId: string,
  context: DriftContext,
): Promise<(Drift & Compared) | undefined> {
  const { db, payments, settings, clock } = context;
  const reading = await nextReading(db);
  const account = await findBillingAccount(db, subscriptionId);
  const subscription = await findSubscription(db, subscriptionId);
  if (!hasCustomer(account) || !subscription) {
    return undefined;
  }
  const { customerId, providerSubscriptionId } = account;
  const withReturns = areReturnsDue(account, clock.now());
  const [snapshot, running] = await Promise.all([
    readSnapshot(toQuestion(db, { account, reading, withReturns }), payments),
    payments.listSubscriptions(customerId),
  ]);
  const ids = snapshot?.invoices.map(({ id }) => id) ?? [];
  const kept = { subscription, account, invoices: await listKeptInvoices(db, subscriptionId, ids) };
  const isOver = subscription.status === 'canceled';
  const others = running.filter((one) => isOver || one.id !== providerSubscriptionId);
  const strays = others.filter((one) => one.subscriptionId === subscriptionId);
  const differences = [
    ...(snapshot
      ? findDifferences(kept, snapshot, settings)
      : [unknown(subscriptionId, providerSubscriptionId)]),
    ...others.map((other) => toDifference(subscriptionId, other, isOver)),
  ];
  return {
    subscriptionId,
    customerId,
    reading,
    snapshot,
    strays,
    differences,
    lacksFacts:
      snapshot !== undefined && differences.length === 0 && lacksFacts(kept, snapshot, settings),
    withReturns,
  };
}

/** Refunds have events. The daily comparison finds those whose event was lost, as after a restored backup. */
const returnsReadEachMs = 20 * 3_600_000;

function areReturnsDue({ returnsReadAt }: BillingAccount, at: Date): boolean {
  return returnsReadAt !== null && at.getTime() - returnsReadAt.getTime() >= returnsReadEachMs;
}

function unknown(subscriptionId: string, chargedId: string | null): Difference {
  const here = chargedId ?? 'none';
  return { subscriptionId, about: 'charged subscription', here, there: 'unknown' };
}

function toDifference(
  subscriptionId: string,
  { id, status, subscriptionId: reference }: ProviderSubscription,
  isOver: boolean,
): Difference {
  const here = isOver ? 'canceled' : 'unknown';
  const maker = reference === subscriptionId ? '' : ', made by someone else';
  return { subscriptionId, about: 'charged subscription', here, there: `${id} ${status}${maker}` };
}

interface Compared {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly reading: bigint;
}

/** An event that has waited longer is stuck and explains no difference. */
const slowestEventMs = 3_600_000;

/** Whether a change is open or was just made, or an event or a projection is waiting. */
async function isBehind(
  { subscriptionId, customerId, reading }: Compared,
  { db, clock }: DriftContext,
): Promise<boolean> {
  const after = new Date(clock.now().getTime() - slowestEventMs);
  const now = await findBillingAccount(db, subscriptionId);
  return (
    now === undefined ||
    now.reading > reading ||
    (await hasOpenIntent(db, subscriptionId)) ||
    (await hasWaitingEvent(db, { customerId, after })) ||
    (await awaitsProjection(db, subscriptionId))
  );
}

interface Orphan {
  readonly customerId: string;
  /** Our id of the project, from the metadata; the project may be gone. */
  readonly projectId: string | null;
  readonly difference: Difference;
}

/** Finds subscriptions on a page of the provider's list that charge for a project that is not here. */
export async function findOrphans(
  running: readonly RunningSubscription[],
  { db, payments }: DriftContext,
): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  for (const orphan of await filterOrphans(db, running)) {
    const { id, customerId, subscriptionId: projectId } = orphan;
    // A first payment that was declined meanwhile has ended, and its project was removed.
    const status = (await payments.readSubscription(id))?.status ?? 'canceled';
    const [isStill] = await filterOrphans(db, [orphan]);
    if (isStill && status !== 'canceled') {
      const there = `${id} ${status} of ${projectId}`;
      const about = 'charged subscription';
      orphans.push({
        customerId,
        projectId,
        difference: { subscriptionId: null, about, here: 'unknown', there },
      });
    }
  }
  return orphans;
}
