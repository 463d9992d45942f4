import type Stripe from 'stripe';
import type { EventPage, EventQuestion, ProviderEvent } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { subscriptionOf } from './metadata.ts';
import { isMissing } from './stripe-errors.ts';

/** Older messages are replayed by somebody other than Stripe. */
const toleranceSeconds = 300;

export function readWebhook(
  connection: Connection,
  {
    rawBody,
    signature,
    secrets,
  }: {
    readonly rawBody: Buffer;
    readonly signature: string | undefined;
    readonly secrets: readonly string[];
  },
): ProviderEvent | 'foreign' | undefined {
  for (const secret of signature ? secrets : []) {
    try {
      const signedBy = signature ?? '';
      const { webhooks } = connection.stripe;
      const event = webhooks.constructEvent(rawBody, signedBy, secret, toleranceSeconds);
      return isForeign(connection, event) ? 'foreign' : toEvent(connection, event);
    } catch {
      // The message is forged, or so malformed that the SDK throws a plain error.
    }
  }
  return undefined;
}

/** Only events of connected accounts name an account, and none of those is ours. */
function isForeign({ isLive, account }: Connection, event: Stripe.Event): boolean {
  return event.livemode !== isLive || (event.account ?? account.id) !== account.id;
}

export async function listEvents(
  connection: Connection,
  { since, after }: EventQuestion,
): Promise<EventPage> {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const behind = after === undefined ? {} : { starting_after: after };
  try {
    const { data, has_more } = await connection.stripe.events.list({
      created,
      limit: 100,
      ...behind,
    });
    return { events: data.map((event) => toEvent(connection, event)), hasMore: has_more };
  } catch (error) {
    if (after !== undefined && isMissing(error)) {
      // Stripe has deleted the event after 30 days, and all events before it.
      return { events: [], hasMore: false };
    }
    throw error;
  }
}

function toEvent(connection: Connection, event: Stripe.Event): ProviderEvent {
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1_000),
    customerId: customerOf(event),
    chargeId: chargeOf(event),
    subscriptionId: referenceOf(connection, event),
  };
}

/** Finds our id, which only the metadata of customers and subscriptions have. */
function referenceOf(connection: Connection, { data }: Stripe.Event): string | null {
  const about: unknown = data.object;
  const isNaming = isNamed(about) && /^(customer|subscription)$/.test(String(about.object));
  return isNaming && 'metadata' in about
    ? subscriptionOf(connection, about.metadata as Stripe.Metadata)
    : null;
}

/** Finds the charge of a refund or a dispute, which name no customer. */
function chargeOf({ data }: Stripe.Event): string | null {
  const about: unknown = data.object;
  if (!isNamed(about) || !/^(refund|dispute)$/.test(String(about.object))) {
    return null;
  }
  const charge = 'charge' in about ? about.charge : null;
  if (isNamed(charge)) {
    return charge.id;
  }
  return typeof charge === 'string' ? charge : null;
}

/** Finds the event's customer. A detached card has it among its previous attributes. */
function customerOf({ data }: Stripe.Event): string | null {
  const about: unknown = data.object;
  if (isNamed(about) && about.object === 'customer') {
    return about.id;
  }
  return customerIn(about) ?? customerIn(data.previous_attributes) ?? null;
}

function customerIn(about: unknown): string | undefined {
  if (typeof about !== 'object' || about === null || !('customer' in about)) {
    return undefined;
  }
  const { customer } = about;
  if (isNamed(customer)) {
    return customer.id;
  }
  return typeof customer === 'string' ? customer : undefined;
}

function isNamed(value: unknown): value is { readonly id: string; readonly object: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value && 'object' in value;
}
