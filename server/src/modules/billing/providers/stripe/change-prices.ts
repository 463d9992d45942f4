import type Stripe from 'stripe';
import {
  type Charge,
  type Keyed,
  type PaymentProvider,
  type PriceChange,
  ProviderUnavailable,
} from '../../port/payment-provider.ts';
import { releaseSchedule, scheduledPricesOf } from './attached-schedule.ts';
import { type Connection, isReplay } from './connection.ts';
import { withoutFreeTime } from './discounts.ts';
import { findPayment, hasFailed, requireDecided, sentenceOf, voidInvoice } from './invoices.ts';
import {
  anchorOf,
  clearsEnd,
  itemChanges,
  readPlanned,
  requireInPeriod,
  requirePaidTime,
  toSeconds,
} from './prepare-change.ts';
import { retrieveSubscription, withPayment } from './read-subscription.ts';
import { scheduleChange } from './schedule-change.ts';
import { isOtherBody, isWithoutCard, noCard } from './stripe-errors.ts';
import {
  latestInvoiceOf,
  paidOrWaiting,
  periodOf,
  toSubscription,
  waitingInvoiceOf,
  wholeSubscription,
} from './subscription.ts';

type KeyedChange = PriceChange & Keyed;

export async function changePrices(connection: Connection, change: KeyedChange): Promise<Charge> {
  const before = await giveUpOther(connection, change);
  const isChanged = itemChanges(connection, before, change.items).length === 0;
  if (isChanged || waitingInvoiceOf(before)) {
    return readOutcomeOrVoid(connection, change, before);
  }
  const charge = await chargeChange(connection, before, change);
  if (charge.outcome === 'declined') {
    await restoreEnd(connection, before, change.key);
    await restoreScheduled(connection, before, change.key);
  }
  return charge;
}

async function chargeChange(
  connection: Connection,
  before: Stripe.Subscription,
  change: KeyedChange,
): Promise<Charge> {
  try {
    return await readOutcomeOrVoid(connection, change, await update(connection, before, change));
  } catch (error) {
    if (isWithoutCard(error)) {
      return { outcome: 'declined', message: noCard };
    }
    throw error;
  }
}

/** Voids the invoice of a waiting change. Debts for a period stay. */
export async function giveUpChange(
  connection: Connection,
  { key, id, change }: Parameters<PaymentProvider['giveUpChange']>[0],
): Promise<void> {
  const subscription = await retrieveSubscription(connection, id);
  const waiting = waitingInvoiceOf(subscription);
  if (waiting && (!change || isOf(subscription, change))) {
    await voidInvoice(connection, { key, id: waiting.id });
  }
}

/** Drops an earlier change that waits for its payment, unless it is this one and waits for the bank. */
async function giveUpOther(
  connection: Connection,
  change: KeyedChange,
): Promise<Stripe.Subscription> {
  const id = change.providerSubscriptionId;
  const subscription = await retrieveSubscription(connection, id);
  const waiting = waitingInvoiceOf(subscription);
  if (!waiting) {
    return subscription;
  }
  const isOver = hasFailed(await findPayment(connection, waiting.id));
  if (!isOver && isOf(subscription, change)) {
    return subscription;
  }
  await voidInvoice(connection, { key: change.key, id: waiting.id });
  return retrieveSubscription(connection, id);
}

/** Reads the subscription as it is now: the answer to a repeated key is as old as the first one. */
async function update(
  connection: Connection,
  before: Stripe.Subscription,
  change: KeyedChange,
): Promise<Stripe.Subscription> {
  const { key, items, at } = change;
  requirePaidTime(connection, before, at);
  requireInPeriod(before, at);
  const planned = await readPlanned(connection, before, items);
  await releaseSchedule(connection, before, key);
  const isClearing = clearsEnd(before, planned, change);
  if (isClearing) {
    await endByFlag(connection, before, key);
  }
  const updated = await sendUpdate(connection, before.id, {
    key,
    params: {
      items: itemChanges(connection, before, items),
      ...anchorOf(before, planned),
      // A cheaper plan can cost money too: of time that a code has paid for, nothing is credited.
      payment_behavior: 'pending_if_incomplete',
      metadata: instantOf(at),
      ...(isClearing && { cancel_at_period_end: false }),
      ...(!change.keepsEnd && withoutFreeTime(before)),
      proration_behavior: 'always_invoice',
      proration_date: toSeconds(at),
      expand: wholeSubscription,
    },
  });
  return isReplay(updated) ? retrieveSubscription(connection, updated.id) : updated;
}

/**
 * Turns an end at an instant, as the customer portal sets it, into the flag for the period's end, which alone can be
 * cleared together with the payment. The portal's instant is the period's end, so nothing is lost if no payment follows.
 */
async function endByFlag(
  { stripe }: Connection,
  { id, cancel_at_period_end }: Stripe.Subscription,
  key: string,
): Promise<void> {
  if (!cancel_at_period_end) {
    const params = { cancel_at_period_end: true };
    await stripe.subscriptions.update(id, params, { idempotencyKey: `${key}-end` });
  }
}

/** Restores an end at an instant after a decline. It stays the period's end where a process dies before. */
async function restoreEnd(
  { stripe }: Connection,
  before: Stripe.Subscription,
  key: string,
): Promise<void> {
  const { id, cancel_at, cancel_at_period_end } = before;
  const isOther = cancel_at !== null && cancel_at !== periodOf(before).end;
  if (isOther && !cancel_at_period_end) {
    await stripe.subscriptions.update(id, { cancel_at }, { idempotencyKey: `${key}-end-again` });
  }
}

/** Schedules again after a decline what the change would have replaced. It stays dropped where a process dies before. */
async function restoreScheduled(
  connection: Connection,
  before: Stripe.Subscription,
  key: string,
): Promise<void> {
  const scheduled = scheduledPricesOf(connection, before);
  if (scheduled) {
    const change = { key: `${key}-again`, providerSubscriptionId: before.id, ...scheduled };
    await scheduleChange(connection, change);
  }
}

/**
 * Sends the update again with a key of its own if an earlier attempt has sent another body with this one. What
 * that request has done was read before: it has neither changed the prices nor left a payment that waits.
 */
async function sendUpdate(
  { stripe }: Connection,
  id: string,
  { key, params }: { readonly key: string; readonly params: Stripe.SubscriptionUpdateParams },
): Promise<Stripe.Response<Stripe.Subscription>> {
  try {
    return await stripe.subscriptions.update(id, params, { idempotencyKey: key });
  } catch (error) {
    if (!isOtherBody(error)) {
      throw error;
    }
    return await stripe.subscriptions.update(id, params, { idempotencyKey: `${key}-again` });
  }
}

/** Metadata by which a waiting change is recognized; merged into the subscription's once it is paid. */
const instantOf = (at: Date) => ({ prorationDate: String(toSeconds(at)) });

/** Answers what has become of the payment; a change that was declined is voided. Throws PaymentProcessing while its bank decides. */
async function readOutcomeOrVoid(
  connection: Connection,
  { key, items }: KeyedChange,
  after: Stripe.Subscription,
): Promise<Charge> {
  if (itemChanges(connection, after, items).length === 0) {
    return { outcome: 'paid', subscription: await withPayment(connection, after) };
  }
  const waiting = waitingInvoiceOf(after);
  const invoice = latestInvoiceOf(after);
  const payment = invoice && (await findPayment(connection, invoice.id));
  const charge = paidOrWaiting(toSubscription(connection, after, payment));
  if (waiting && charge.outcome === 'authentication-needed') {
    return charge;
  }

  requireDecided(payment);
  if (waiting && !hasFailed(payment)) {
    throw new ProviderUnavailable('Stripe has not settled the payment for the change yet.');
  }
  if (waiting) {
    await voidInvoice(connection, { key, id: waiting.id });
  }
  return { outcome: 'declined', message: sentenceOf(payment) };
}

/** Recognizes the change by the prices it adds, since Stripe does not promise to list those that stay. */
function isOf(
  { items, pending_update }: Stripe.Subscription,
  change: Pick<PriceChange, 'items' | 'at'>,
): boolean {
  const present = items.data.map(({ price }) => price.id);
  const pending = pending_update?.subscription_items?.map(({ price }) => price.id) ?? [];
  const added = new Set(pending.filter((id) => !present.includes(id)));
  const wanted = change.items.flatMap(({ price }) => (present.includes(price) ? [] : [price]));
  const isSamePlan = wanted.length === added.size && wanted.every((id) => added.has(id));
  return (
    isSamePlan && pending_update?.metadata?.prorationDate === instantOf(change.at).prorationDate
  );
}
