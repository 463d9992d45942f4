import type Stripe from 'stripe';
import { taxOfCharge } from '../../port/amounts.ts';
import type {
  ChangeForBuyer,
  ChangePreview,
  Keyed,
  PaymentProvider,
  PriceChange,
  ProviderSubscription,
} from '../../port/payment-provider.ts';
import { isSamePlan } from '../../port/price-item.ts';
import { InstantOutsidePeriod } from '../../port/provider-failure.ts';
import { releaseSchedule, scheduledPricesOf, scheduleOf } from './attached-schedule.ts';
import type { Connection } from './connection.ts';
import { type Discount, endsBy, isFreeTime, keepOnly, toDiscountParams } from './discounts.ts';
import { partsOf } from './invoice-parts.ts';
import { voidInvoice } from './invoices.ts';
import {
  beginsPeriod,
  itemChanges,
  type Planned,
  readPlanned,
  requireInPeriod,
  requirePaid,
  toSeconds,
} from './prepare-change.ts';
import { oneTimeKey, retrieveSubscription, withPayment } from './read-subscription.ts';
import { endOf, firstPeriodOf, hasEnded, periodOf, waitingInvoiceOf } from './subscription.ts';
import { nextBuyer, withTaxErrors } from './taxes.ts';

type ScheduledChange = PriceChange & Keyed;

/** Stripe is asked only where a discount or a tax makes the renewal differ from the sum of the prices. */
export async function previewScheduled(
  connection: Connection,
  change: ChangeForBuyer,
): Promise<ChangePreview> {
  const { providerSubscriptionId, items, at } = change;
  const subscription = await retrieveSubscription(connection, providerSubscriptionId);
  requirePaid(connection, subscription);
  requireInPeriod(subscription, at);
  const planned = await readPlanned(connection, subscription, items);
  const { currency, discounts, automatic_tax, default_tax_rates } = subscription;
  const goesOn = change.buyer !== undefined && automatic_tax.disabled_reason !== null;
  const isTaxed = automatic_tax.enabled || goesOn;
  const isPlain = discounts.length === 0 && !isTaxed && !default_tax_rates?.length;
  const renewal =
    isPlain || planned.total === 0
      ? { total: planned.total, tax: 0 }
      : await readRenewal(connection, subscription, change);
  const charged = Math.max(0, renewal.total + balanceOf(subscription));
  const nothing = { amount: 0, currency };
  return {
    at: new Date(toSeconds(at) * 1_000),
    dueNow: nothing,
    credit: nothing,
    next: { amount: charged, currency },
    nextTax: taxOfCharge(renewal, charged),
    nextAt: new Date(firstPeriodOf(planned.before).end * 1_000),
    parts: { subtotal: 0, discount: 0, tax: 0, isTaxIncluded: false },
    lines: [],
    endsAt: null,
  };
}

async function readRenewal(
  connection: Connection,
  subscription: Stripe.Subscription,
  change: Pick<ChangeForBuyer, 'items' | 'buyer'>,
): Promise<{ readonly total: number; readonly tax: number | null }> {
  const { stripe } = connection;
  const items = itemChanges(connection, subscription, change.items);
  const asked: Stripe.InvoiceCreatePreviewParams = {
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: 'none' },
    ...nextBuyer(subscription, change.buyer),
    expand: ['discounts'],
  };
  const today = await withTaxErrors(() => stripe.invoices.createPreview(asked, oneTimeKey()));
  // Stripe computes it for this moment, and a discount may end before the period does.
  const end = new Date(periodOf(subscription).end * 1_000);
  const kept = keepOnly(today.discounts, (discount) => lasts(discount, end));
  const invoice =
    'discounts' in kept
      ? await stripe.invoices.createPreview({ ...asked, ...kept }, oneTimeKey())
      : today;
  return { total: invoice.total, tax: partsOf(invoice).tax };
}

/** A negative balance is credit. */
const balanceOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'string' || customer.deleted ? 0 : customer.balance;

/**
 * Two requests: one attaches a schedule, one adds the coming phase. A schedule that is attached already, half made or
 * of an operator, is given the phases.
 */
export async function scheduleChange(
  connection: Connection,
  change: ScheduledChange,
): Promise<ProviderSubscription> {
  const { key, providerSubscriptionId: id, items, at } = change;
  const before = await retrieveSubscription(connection, id);
  const isInEffect = itemChanges(connection, before, items).length === 0;
  const isDone = isInEffect || isScheduled(connection, before, change);
  if (hasEnded(before) || endOf(before) !== null || isDone) {
    return withPayment(connection, before);
  }
  // Nothing is credited, so money that went back does not matter at the end of the period.
  requirePaid(connection, before);
  const planned = await readPlanned(connection, before, items);
  const { start, end } = firstPeriodOf(planned.before);
  if (end !== toSeconds(at)) {
    throw new InstantOutsidePeriod();
  }
  const waiting = waitingInvoiceOf(before);
  if (waiting) {
    await voidInvoice(connection, { key, id: waiting.id });
  }
  await setPhases(connection, before, { key, planned, start, at });
  return withPayment(connection, await retrieveSubscription(connection, id));
}

interface Phases extends Keyed {
  readonly planned: Planned;
  /** Start of the present period, in seconds. */
  readonly start: number;
  /** When the planned items take the place of the present ones. */
  readonly at: Date;
}

/** Attaches a schedule, if none is, and has it change the items at that instant. */
export async function setPhases(
  connection: Connection,
  before: Stripe.Subscription,
  { key, planned, start, at }: Phases,
): Promise<void> {
  const schedule = scheduleOf(before) ?? (await attach(connection, before.id, key));
  const phases = [
    presentPhase(before, schedule, { start, end: toSeconds(at) }),
    await nextPhase(connection, before, { planned, at }),
  ];
  await connection.stripe.subscriptionSchedules.update(
    schedule.id,
    {
      phases,
      default_settings: { automatic_tax: { enabled: before.automatic_tax.enabled } },
      end_behavior: 'release',
      proration_behavior: 'none',
    },
    { idempotencyKey: `${key}-phases` },
  );
}

function isScheduled(
  connection: Connection,
  subscription: Stripe.Subscription,
  { items, at }: PriceChange,
): boolean {
  const scheduled = scheduledPricesOf(connection, subscription);
  return (
    scheduled !== null &&
    isSamePlan(scheduled.items, items) &&
    toSeconds(scheduled.at) === toSeconds(at)
  );
}

function attach(
  { stripe }: Connection,
  from_subscription: string,
  key: string,
): Promise<Stripe.SubscriptionSchedule> {
  return stripe.subscriptionSchedules.create(
    { from_subscription },
    { idempotencyKey: `${key}-schedule` },
  );
}

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/** The present phase as it is, up to that end. Stripe takes it only with its own start. */
function presentPhase(
  subscription: Stripe.Subscription,
  { current_phase }: Stripe.SubscriptionSchedule,
  { start, end }: { readonly start: number; readonly end: number },
): Phase {
  return {
    items: subscription.items.data.map(toPhaseItem),
    start_date: current_phase?.start_date ?? start,
    end_date: end,
    proration_behavior: 'none',
    ...discountsOf(subscription),
  };
}

/** A metered price has no quantity. */
function toPhaseItem({ price, quantity }: Stripe.SubscriptionItem) {
  return { price: price.id, ...(quantity !== undefined && { quantity }) };
}

/** One period at the new prices; then the schedule is released, and the subscription goes on at them. */
async function nextPhase(
  connection: Connection,
  subscription: Stripe.Subscription,
  { planned, at }: { readonly planned: Planned; readonly at: Date },
): Promise<Phase> {
  const { after, terms, others } = planned;
  const ofPlan = after.map(({ price, quantity }) => ({ price, quantity }));
  const interval = terms[0]?.interval ?? 'month';
  return {
    items: [...ofPlan, ...others.map(toPhaseItem)],
    duration: { interval, interval_count: terms[0]?.intervalCount ?? 1 },
    proration_behavior: 'none',
    // With a kept anchor the phase would begin inside a period that nobody is charged for.
    ...(beginsPeriod(subscription, planned) && { billing_cycle_anchor: 'phase_start' }),
    ...discountsOf(await withLasting(connection, subscription, at)),
  };
}

/** Whether another plan has it from that instant on. It has to be expanded. */
const lasts = (discount: Discount, at: Date) => !endsBy(discount, at) && !isFreeTime(discount);

/** A discount that ends before the phase begins is no longer there to be named by then. */
async function withLasting(
  { stripe }: Connection,
  { id, discounts }: Stripe.Subscription,
  at: Date,
): Promise<Pick<Stripe.Subscription, 'discounts'>> {
  if (discounts.length === 0) {
    return { discounts };
  }
  const whole = await stripe.subscriptions.retrieve(id, { expand: ['discounts'] });
  return { discounts: whole.discounts.filter((discount) => lasts(discount, at)) };
}

/** A phase without discounts of its own would end those of the subscription. */
function discountsOf({
  discounts,
}: Pick<Stripe.Subscription, 'discounts'>): Pick<Phase, 'discounts'> {
  return discounts.length > 0 ? { discounts: toDiscountParams(discounts) } : {};
}

export async function dropScheduled(
  connection: Connection,
  { key, id }: Parameters<PaymentProvider['dropScheduled']>[0],
): Promise<ProviderSubscription> {
  const before = await retrieveSubscription(connection, id);
  if (hasEnded(before) || !scheduleOf(before)) {
    return withPayment(connection, before);
  }
  await releaseSchedule(connection, before, key);
  return withPayment(connection, await retrieveSubscription(connection, id));
}
