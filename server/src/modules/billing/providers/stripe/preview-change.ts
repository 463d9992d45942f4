import type Stripe from 'stripe';
import { taxOfCharge } from '../../port/amounts.ts';
import type { ChangeForBuyer, ChangePreview } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { costLinesOf } from './cost-lines.ts';
import { type Discount, endsBy, idOf, keepOnly, withoutFreeTime } from './discounts.ts';
import { partsOf, priceOf } from './invoice-parts.ts';
import {
  anchorOf,
  clearsEnd,
  itemChanges,
  type Planned,
  readPlanned,
  requireInPeriod,
  requirePaidTime,
  toSeconds,
} from './prepare-change.ts';
import { oneTimeKey, retrieveSubscription } from './read-subscription.ts';
import { endOf, firstPeriodOf, totalOf, trialEndOf } from './subscription.ts';
import { nextBuyer, withTaxErrors } from './taxes.ts';
import { previewInTrial } from './trial.ts';

export async function previewChange(
  connection: Connection,
  change: ChangeForBuyer,
): Promise<ChangePreview> {
  const { items, at } = change;
  const subscription = await retrieveSubscription(connection, change.providerSubscriptionId);
  requirePaidTime(connection, subscription, at);
  requireInPeriod(subscription, at);
  const trialEnd = trialEndOf(subscription);
  if (trialEnd) {
    return previewInTrial(connection, subscription, { ...change, trialEnd });
  }
  const planned = await readPlanned(connection, subscription, items);
  const ending = clearsEnd(subscription, planned, change) ? withoutEnd(subscription) : undefined;
  const now = await previewNow(connection, subscription, {
    ...change,
    ending,
    anchor: anchorOf(subscription, planned),
  });
  const { currency, total, amount_due, starting_balance } = now;
  const { nextAt, wanted } = findRenewal(planned, now, at);
  const endsAt = ending ? null : endAfter(subscription, nextAt);
  const isLast = endsAt !== null && endsAt <= nextAt;
  // A negative balance is credit. A positive one is a debt, as after a total too small for a card.
  const balanceAfter = starting_balance + total - amount_due;
  const renewal = { subscription, change, now, wanted, ending, nextAt };
  const next = isLast ? nothing : await readRenewal(connection, renewal);
  const charged = isLast ? 0 : Math.max(0, next.total + balanceAfter);
  return {
    at: new Date(toSeconds(at) * 1_000),
    dueNow: { amount: amount_due, currency },
    credit: { amount: Math.max(0, -total), currency },
    next: { amount: charged, currency },
    nextTax: taxOfCharge(next, charged),
    nextAt: isLast ? null : nextAt,
    parts: partsOf(now),
    lines: costLinesOf(now),
    endsAt,
  };
}

interface RenewalTotal {
  readonly total: number;
  /** Tax that is part of it; null where the address is too vague. */
  readonly tax: number | null;
}

const nothing: RenewalTotal = { total: 0, tax: 0 };

type Ending = { readonly cancel_at_period_end: false } | { readonly cancel_at: '' };

/** Parameters that take back the set end. The customer portal sets an instant, other calls the flag. */
function withoutEnd({ cancel_at_period_end }: Stripe.Subscription): Ending {
  return cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' };
}

interface PreviewedChange extends ChangeForBuyer {
  readonly ending: Ending | undefined;
  readonly anchor: ReturnType<typeof anchorOf>;
}

/** The invoice of the change itself. */
function previewNow(
  connection: Connection,
  subscription: Stripe.Subscription,
  { items, at, ending, anchor, buyer }: PreviewedChange,
): Promise<Stripe.Invoice> {
  return withTaxErrors(() =>
    connection.stripe.invoices.createPreview(
      {
        subscription: subscription.id,
        subscription_details: {
          items: itemChanges(connection, subscription, items),
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(at),
          ...anchor,
          ...ending,
        },
        ...nextBuyer(subscription, buyer),
        ...withoutFreeTime(subscription),
        expand: ['discounts', 'total_discount_amounts.discount.source.coupon'],
      },
      oneTimeKey(),
    ),
  );
}

/** When the plan or an item that stays renews first, and the sum of the prices that renew then. */
function findRenewal(
  { before, after, others, planTotal }: Planned,
  { lines }: Stripe.Invoice,
  at: Date,
): { readonly nextAt: Date; readonly wanted: number } {
  const endOfPlan = findEnd(
    lines.data,
    after.map(({ price }) => price),
    at,
  );
  const renewals = [
    { end: endOfPlan ?? firstPeriodOf(before).end, amount: planTotal },
    ...others.map((item) => ({
      end: findEnd(lines.data, [item.price.id], at) ?? item.current_period_end,
      amount: totalOf([item]),
    })),
  ];
  const first = Math.min(...renewals.map(({ end }) => end));
  const due = renewals.filter(({ end }) => end === first);
  const wanted = due.reduce((sum, { amount }) => sum + amount, 0);
  return { nextAt: new Date(first * 1_000), wanted };
}

/**
 * The end of the time that the lines charge for at the prices; undefined if none does. A line that is no proration
 * charges a whole new period, which begins when the change arrives; it is counted from the instant of the preview, so
 * that a repeated preview answers the same.
 */
function findEnd(
  lines: readonly Stripe.InvoiceLineItem[],
  prices: readonly string[],
  at: Date,
): number | undefined {
  const ends = lines.flatMap(({ amount, parent, period, pricing }) => {
    if (amount < 0 || !prices.includes(priceOf(pricing))) {
      return [];
    }
    const isWhole = parent?.subscription_item_details?.proration === false;
    return [isWhole ? toSeconds(at) + period.end - period.start : period.end];
  });
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Computes the set end after the change: the flag moves it with the period, an instant does not move. */
function endAfter(subscription: Stripe.Subscription, nextAt: Date): Date | null {
  return subscription.cancel_at_period_end ? nextAt : endOf(subscription);
}

interface Renewal {
  readonly subscription: Stripe.Subscription;
  readonly change: ChangeForBuyer;
  /** The invoice of the change itself. */
  readonly now: Stripe.Invoice;
  /** The sum of the prices that renew then. */
  readonly wanted: number;
  /** Takes back the set end; undefined where it stays. */
  readonly ending: Ending | undefined;
  readonly nextAt: Date;
}

/** Stripe is asked only where a discount or a tax makes a renewal differ from the sum of the prices. */
async function readRenewal(
  connection: Connection,
  { subscription, change, now, wanted, ending, nextAt }: Renewal,
): Promise<RenewalTotal> {
  const isPlain =
    now.discounts.length === 0 &&
    (now.total_taxes ?? []).length === 0 &&
    !now.automatic_tax.enabled;
  if (isPlain || wanted === 0) {
    return { total: wanted, tax: 0 };
  }
  const invoice = await connection.stripe.invoices.createPreview(
    {
      subscription: subscription.id,
      subscription_details: {
        items: itemChanges(connection, subscription, change.items),
        proration_behavior: 'none',
        ...ending,
      },
      ...nextBuyer(subscription, change.buyer),
      ...withoutFreeTime(subscription),
      ...withoutOver(now, nextAt),
    },
    oneTimeKey(),
  );
  return { total: invoice.total, tax: partsOf(invoice).tax };
}

/**
 * Lists discounts of the renewal, as Stripe computes it for this moment: one that applies once is used up by the
 * invoice of the change, and another may end before.
 */
function withoutOver({ discounts, total_discount_amounts }: Stripe.Invoice, nextAt: Date) {
  const taken = (total_discount_amounts ?? []).filter(({ amount }) => amount > 0);
  const used = taken.map(({ discount }) => discount).filter(isOnce);
  const isUsed = (discount: Discount) => used.some((one) => idOf(one) === idOf(discount));
  // An invoice may no longer name what it has used up.
  const others = discounts.filter((discount) => !isUsed(discount));
  return keepOnly([...others, ...used], (one) => !isUsed(one) && !endsBy(one, nextAt));
}

function isOnce(discount: Discount): boolean {
  const coupon = typeof discount === 'string' ? null : discount.source.coupon;
  return typeof coupon === 'object' && coupon?.duration === 'once';
}
