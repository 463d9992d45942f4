import { chargeFirstCard } from '../intents/charge-first-card.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { EventPage } from '../port/payment-provider.ts';
import { projectBilling } from '../projection/project-billing.ts';
import { findSubscriptionOfCustomer } from '../records/billing-account-store.ts';
import { keepEvent, listWaitingEvents, markProcessed } from '../records/provider-event-store.ts';
import { findPull, type PullUnderWay, writePull } from '../records/provider-pull-store.ts';

/** Events that are as old as this may still be on their way. */
const overlapMs = 10 * 60_000;
/** After a long gap the next pulls go on: other due work does not wait for all of it. */
const pagesAtOnce = 20;

/**
 * Fetches what happened at the provider and no message told. It has a mark of its own: a message
 * says nothing of what happened before it.
 */
export async function pullEvents(context: PayingContext): Promise<void> {
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
      return;
    }
    await writePull(db, payments.name, { fetchedUntil: pull.fetchedUntil, underWay });
  }
}

async function keepPage({ events }: EventPage, { db, clock }: PayingContext): Promise<void> {
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

/** Reads again what the customer's events are about. Those of foreign customers change nothing. */
export async function followEvents(
  customerId: string | null,
  context: PayingContext,
): Promise<void> {
  const { db, clock } = context;
  const waiting = await listWaitingEvents(db, customerId);
  if (waiting.length === 0) {
    return;
  }
  const subscriptionId = customerId && (await findSubscriptionOfCustomer(db, customerId));
  if (subscriptionId) {
    await projectBilling(subscriptionId, context);
  }
  const newCards = waiting.filter(({ type }) => type === 'payment_method.attached');
  const isCharged =
    !subscriptionId || newCards.length === 0 || (await chargeFirstCard(subscriptionId, context));
  // The end of the change that is in the way asks for this again.
  const followed = isCharged ? waiting : waiting.filter((event) => !newCards.includes(event));
  const ids = followed.map(({ id }) => id);
  await markProcessed(db, ids, clock.now());
}
