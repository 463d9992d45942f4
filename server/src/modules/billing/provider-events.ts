import { findSubscriptionOfCustomer } from './billing-account-store.ts';
import type { PayingContext } from './perform-context.ts';
import { projectBilling } from './project-billing.ts';
import {
  findEventCustomer,
  keepEvent,
  markProcessed,
  newestEventAt,
} from './provider-event-store.ts';

/** Events that are as old as this may still be on their way. */
const overlapMs = 10 * 60_000;

/** Fetches what happened at the provider and no message told. */
export async function pullEvents({ db, clock, payments }: PayingContext): Promise<void> {
  const newest = (await newestEventAt(db)) ?? new Date(0);
  const since = new Date(newest.getTime() - overlapMs);
  for (const event of await payments.listEvents(since)) {
    await keepEvent(db, event, clock.now());
  }
}

/** Reads again what the event is about. Events of foreign customers are kept and change nothing. */
export async function followEvent(eventId: string, context: PayingContext): Promise<void> {
  const { db, clock } = context;
  const customerId = await findEventCustomer(db, eventId);
  const subscriptionId = customerId && (await findSubscriptionOfCustomer(db, customerId));
  if (subscriptionId) {
    await projectBilling(subscriptionId, context);
  }
  await markProcessed(db, eventId, clock.now());
}
