import { enqueue } from '../../../platform/job-store.ts';
import { chargeFirstCard } from '../intents/charge-first-card.ts';
import { linkCustomer } from '../intents/link-customer.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { EventPage } from '../port/payment-provider.ts';
import { isAboutReturns } from '../port/provider-event.ts';
import { projectBilling } from '../projection/project-billing.ts';
import { findSubscriptionOfCustomer } from '../records/billing-account-store.ts';
import { isKnownCustomer } from '../records/declined-customer-store.ts';
import {
  fileEvent,
  keepEvent,
  listWaitingEvents,
  markProcessed,
} from '../records/provider-event-store.ts';
import { findPull, type PullUnderWay, writePull } from '../records/provider-pull-store.ts';

type PullContext = Pick<PayingContext, 'db' | 'clock' | 'payments'>;

/** Events that are as old as this may still be on their way. */
const overlapMs = 10 * 60_000;
/** After a long gap the next pulls go on: other due work does not wait for all of it. */
const pagesAtOnce = 20;

/**
 * Fetches what happened at the provider and no message told. It has a mark of its own: a message
 * says nothing of what happened before it. True once all of it is kept.
 */
export async function pullEvents(context: PullContext): Promise<boolean> {
  const { db, clock, payments } = context;
  // What is older than the first pull is the reconciler's, like all that a provider has forgotten.
  const firstSince = new Date(clock.now().getTime() - overlapMs);
  const pull = await findPull(db, { provider: payments.name, firstSince });
  const since = new Date(pull.fetchedUntil.getTime() - overlapMs);
  let { underWay } = pull;
  for (let page = 0; page < pagesAtOnce; page += 1) {
    const after = underWay && { after: underWay.reachedEvent };
    const found = await payments.listEvents({ since, ...after });
    await keepPage(found, context);
    underWay = advance(underWay, found);
    if (!underWay || !found.hasMore) {
      const fetchedUntil = underWay?.until ?? pull.fetchedUntil;
      await writePull(db, payments.name, { fetchedUntil, underWay: undefined });
      return true;
    }
    await writePull(db, payments.name, { fetchedUntil: pull.fetchedUntil, underWay });
  }
  return false;
}

async function keepPage({ events }: EventPage, { db, clock }: PullContext): Promise<void> {
  for (const event of events) {
    await keepEvent(db, event, clock.now());
  }
}

/** The newest event comes first; it says how far all is kept once the oldest is reached. */
function advance(
  underWay: PullUnderWay | undefined,
  { events }: EventPage,
): PullUnderWay | undefined {
  const [newest] = events;
  const oldest = events.at(-1);
  return newest && oldest
    ? { until: underWay?.until ?? newest.createdAt, reachedEvent: oldest.id }
    : underWay;
}

/** Reads again the project that the customer's events are about. Those of foreign customers change nothing. */
export async function followEvents(
  customerId: string | null,
  context: PayingContext,
): Promise<void> {
  const { db, clock } = context;
  const waiting = await listWaitingEvents(db, customerId);
  if (waiting.length === 0) {
    return;
  }
  if (customerId === null) {
    await fileUnderCustomers(waiting, context);
    return;
  }
  const subscriptionId = await findSubscriptionOfCustomer(db, customerId);
  if (!subscriptionId && (await isBeingMade({ customerId, waiting }, context))) {
    return;
  }
  if (subscriptionId) {
    await project(subscriptionId, waiting, context);
  }
  const newCards = waiting.filter(({ type }) => type === 'payment_method.attached');
  const isCharged =
    !subscriptionId || newCards.length === 0 || (await chargeFirstCard(subscriptionId, context));
  // The end of the change that is in the way asks for this again.
  const followed = isCharged ? waiting : waiting.filter((event) => !newCards.includes(event));
  const ids = followed.map(({ id }) => id);
  await markProcessed(db, ids, clock.now());
}

type WaitingEvents = Awaited<ReturnType<typeof listWaitingEvents>>;

/** A refund and a dispute name their charge only; all else that names no customer is about nobody. */
async function fileUnderCustomers(
  waiting: WaitingEvents,
  { db, clock, payments, log }: PayingContext,
): Promise<void> {
  for (const { id, type, chargeId } of waiting) {
    const customerId = chargeId === null ? undefined : await payments.findChargeCustomer(chargeId);
    if (customerId !== undefined) {
      await fileEvent(db, id, customerId);
      continue;
    }
    if (isAboutReturns({ type })) {
      log.error({ event: id, type, charge: chargeId }, 'refund or dispute of no customer');
    }
    await markProcessed(db, [id], clock.now());
  }
}

const mostReadings = 3;

/** A refund must not be lost to another reading that was faster and did not ask for refunds. */
async function project(
  subscriptionId: string,
  waiting: WaitingEvents,
  context: PayingContext,
): Promise<void> {
  const withReturns = waiting.some(isAboutReturns);
  for (let turn = 1; !(await projectBilling(subscriptionId, context, { withReturns })); turn += 1) {
    if (!withReturns) {
      return;
    }
    if (turn === mostReadings) {
      throw new Error(`Other readings of ${subscriptionId} are always faster.`);
    }
  }
}

/** A customer is made before its id is committed here; a process that makes one is done or dead by then. */
const makingMs = 3 * 60_000;

interface NewCustomer {
  readonly customerId: string;
  readonly waiting: WaitingEvents;
}

/** Finds the place of a customer whom no row here knows; true while that cannot be told yet. */
async function isBeingMade(
  { customerId, waiting }: NewCustomer,
  context: PayingContext,
): Promise<boolean> {
  const { db, clock } = context;
  // Events of other businesses on the same account name no project.
  const isOurs = waiting.some(
    // Version 0.1 has kept events without what their metadata says.
    ({ subscriptionId, type }) => subscriptionId !== null || type === 'customer.created',
  );
  const isGone = waiting.some(({ type }) => type === 'customer.deleted');
  if (!isOurs || isGone || (await isKnownCustomer(db, customerId))) {
    return false;
  }
  const youngest = Math.max(...waiting.map(({ createdAt }) => createdAt.getTime()));
  const isYoung = clock.now().getTime() - youngest < makingMs;
  if (!isYoung && (await linkCustomer(customerId, context)) !== 'too early') {
    return false;
  }
  const key = `events of ${customerId}`;
  await enqueue(db, 'follow-provider-events', { customerId }, { key, delayMs: makingMs });
  return true;
}
