import { chargeFirstCard } from '../changes/charge-first-card.ts';
import { linkCustomer } from '../changes/shared/link-customer.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { EventPage } from '../port/payment-provider.ts';
import { isAboutReturns } from '../port/provider-objects.ts';
import { projectBilling } from '../projection/project-billing.ts';
import { findSubscriptionOfCustomer } from '../records/billing-account-store.ts';
import { isKnownCustomer } from '../records/declined-customer-store.ts';
import {
  assignEvent,
  enqueueFollowingLater,
  keepEvent,
  listWaitingEvents,
  markProcessed,
} from '../records/provider-event-store.ts';
import { findPull, type PullUnderWay, writePull } from '../records/provider-pull-store.ts';

type PullContext = Pick<PayingContext, 'db' | 'clock' | 'payments'>;

/** The provider may list an event this late. */
const overlapMs = 10 * 60_000;
/** Pages for one pull, so that a long gap does not delay other due work. The next pull continues. */
const pagesPerRun = 20;

/**
 * Stores events that no message brought, from the mark of the last pull on: a message does not show
 * that all before it arrived. True once all events are stored.
 */
export async function pullEvents(context: PullContext): Promise<boolean> {
  const { db, clock, payments } = context;
  // The reconciler finds changes before the first pull, and changes whose events the provider no longer has.
  const firstSince = new Date(clock.now().getTime() - overlapMs);
  const pull = await findPull(db, firstSince);
  const since = new Date(pull.fetchedUntil.getTime() - overlapMs);
  let { underWay } = pull;
  for (let page = 0; page < pagesPerRun; page += 1) {
    const after = underWay && { after: underWay.reachedEvent };
    const found = await payments.listEvents({ since, ...after });
    await keepPage(found, context);
    underWay = advance(underWay, found);
    if (!underWay || !found.hasMore) {
      const fetchedUntil = underWay?.until ?? pull.fetchedUntil;
      await writePull(db, { fetchedUntil, underWay: undefined });
      return true;
    }
    await writePull(db, { fetchedUntil: pull.fetchedUntil, underWay });
  }
  return false;
}

async function keepPage({ events }: EventPage, { db, clock }: PullContext): Promise<void> {
  for (const event of events) {
    await keepEvent(db, event, clock.now());
  }
}

/** Advances the unfinished pull by a page. The newest event comes first and becomes the mark at the end. */
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

/** Projects the project that the customer's events are about. Events of foreign customers change nothing. */
export async function followEvents(
  customerId: string | null,
  context: PayingChangeContext,
): Promise<void> {
  const { db, clock } = context;
  const waiting = await listWaitingEvents(db, customerId);
  if (waiting.length === 0) {
    return;
  }
  if (customerId === null) {
    await assignToCustomers(waiting, context);
    return;
  }
  const subscriptionId = await findSubscriptionOfCustomer(db, customerId);
  if (!subscriptionId && (await isBeingCreated({ customerId, waiting }, context))) {
    return;
  }
  if (subscriptionId) {
    await project(subscriptionId, waiting, context);
  }
  const newCards = waiting.filter(({ type }) => type === 'payment_method.attached');
  const isCharged =
    !subscriptionId || newCards.length === 0 || (await chargeFirstCard(subscriptionId, context));
  // Settling the intent that blocks this enqueues the job again.
  const followed = isCharged ? waiting : waiting.filter((event) => !newCards.includes(event));
  const ids = followed.map(({ id }) => id);
  await markProcessed(db, ids, clock.now());
}

type WaitingEvents = Awaited<ReturnType<typeof listWaitingEvents>>;

/** Finds the customers of refunds and disputes, which name only their charge. Other events without a customer are skipped. */
async function assignToCustomers(
  waiting: WaitingEvents,
  { db, clock, payments, log }: PayingContext,
): Promise<void> {
  for (const { id, type, chargeId } of waiting) {
    const customerId = chargeId === null ? undefined : await payments.findChargeCustomer(chargeId);
    if (customerId !== undefined) {
      await assignEvent(db, id, customerId);
      continue;
    }
    if (isAboutReturns({ type })) {
      log.error({ event: id, type, charge: chargeId }, 'unowned refund or dispute found');
    }
    await markProcessed(db, [id], clock.now());
  }
}

const maxReadings = 3;

/** Projects again where a faster reading without refunds has outdated one that read them. */
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
    if (turn === maxReadings) {
      throw new Error(`Other readings of ${subscriptionId} are always faster.`);
    }
  }
}

/** By then, a process that created a customer has committed its id, or has died. */
const creatingMs = 3 * 60_000;

/** Links or removes a customer that no row names; true while a process may still be creating it. */
async function isBeingCreated(
  { customerId, waiting }: { readonly customerId: string; readonly waiting: WaitingEvents },
  context: PayingContext,
): Promise<boolean> {
  const { db, clock } = context;
  // Events of other businesses on the same account name no project.
  const isOurs = waiting.some(({ subscriptionId }) => subscriptionId !== null);
  const isGone = waiting.some(({ type }) => type === 'customer.deleted');
  if (!isOurs || isGone || (await isKnownCustomer(db, customerId))) {
    return false;
  }
  const youngest = Math.max(...waiting.map(({ createdAt }) => createdAt.getTime()));
  const isYoung = clock.now().getTime() - youngest < creatingMs;
  if (!isYoung && (await linkCustomer(customerId, context)) !== 'too early') {
    return false;
  }
  await enqueueFollowingLater(db, customerId, creatingMs);
  return true;
}

/**
 * Reads the provider's events once in this process before anything is sold. After a backup was
 * restored, only they show the purchases made since then.
 */
export function createCatchUp(
  context: Pick<PayingContext, 'db' | 'clock'> & {
    readonly payments: PayingContext['payments'] | undefined;
  },
): () => Promise<void> {
  const { db, clock, payments } = context;
  let caughtUp: Promise<void> | undefined;
  return async () => {
    if (!payments) {
      return;
    }
    caughtUp ??= pullAll({ db, clock, payments });
    try {
      await caughtUp;
    } catch (error) {
      caughtUp = undefined;
      throw error;
    }
  };
}

async function pullAll(context: Parameters<typeof pullEvents>[0]): Promise<void> {
  while (!(await pullEvents(context))) {
    // Each turn reads the next pages.
  }
}
