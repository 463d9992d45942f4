import type Stripe from 'stripe';
import type { ChangeForBuyer, ChangePreview } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { type Discount, endsBy, idOf, keepOnly } from './discounts.ts';
import { partsOf, priceOf } from './invoices.ts';
import {
  anchorOf,
  clearsEnd,
  itemChanges,
  requireInPeriod,
  requirePaidTime,
  toSeconds,
} from './prepare-change.ts';
import { readTerms, totalOf } from './prices.ts';
import { oneTimeKey, retrieveSubscription } from './read-subscription.ts';
import { endOf, periodOf, trialEndOf } from './subscription.ts';
import { nextBuyer, withTaxErrors } from './taxes.ts';
import { previewInTrial } from './trial.ts';

export async function previewChange(
  connection: Connection,
  change: ChangeForBuyer,
): Promise<ChangePreview> {
  const { priceIds, at } = change;
  const subscription = await retrieveSubscription(connection, change.providerSubscriptionId);
  requirePaidTime(subscription, at);
  requireInPeriod(subscription, at);
  const trialEnd = trialEndOf(subscription);
  if (trialEnd) {
    return previewInTrial(connection, subscription, { ...change, trialEnd });
  }
  const terms = await readTerms(connection, priceIds);
  const ending = clearsEnd(subscription, terms, change) ? withoutEnd(subscription) : undefined;
  const now = await previewNow(connection, subscription, {
    ...change,
    ending,
    anchor: anchorOf(subscription, terms),
  });
  const { currency, total, amount_due, starting_balance } = now;
  const wanted = totalOf(terms);
  const nextAt = nextRenewal(subscription, change, now);
  const endsAt = ending ? null : endAfter(subscription, nextAt);
  const isLast = endsAt !== null && endsAt <= nextAt;
  // A negative balance is credit. A positive one is a debt, as after a total too small for a card.
  const balanceAfter = starting_balance + total - amount_due;
  const next = isLast
    ? 0
    : (await totalOfRenewal(connection, { subscription, change, now, wanted, ending, nextAt })) +
      balanceAfter;
  return {
    at: new Date(toSeconds(at) * 1_000),
    dueNow: { amount: amount_due, currency },
    credit: { amount: Math.max(0, -total), currency },
    next: { amount: Math.max(0, next), currency },
    nextAt: isLast ? null : nextAt,
    parts: partsOf(now),
    endsAt,
  };
}

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
  { stripe }: Connection,
  subscription: Stripe.Subscription,
  { priceIds, at, ending, anchor, buyer }: PreviewedChange,
): Promise<Stripe.Invoice> {
  return withTaxErrors(() =>
    stripe.invoices.createPreview(
      {
        subscription: subscription.id,
        subscription_details: {
          items: itemChanges(subscription, priceIds),
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(at),
          ...anchor,
          ...ending,
        },
        ...nextBuyer(subscription, buyer),
        expand: ['discounts', 'total_discount_amounts.discount.source.coupon'],
      },
      oneTimeKey(),
    ),
  );
}

/**
 * The end of the time that the lines charge for at the wanted prices. A line that is no proration charges a whole new
 * period, which begins when the change arrives; it is counted from the instant of the preview, so that a repeated
 * preview answers the same.
 */
function nextRenewal(
  subscription: Stripe.Subscription,
  { priceIds, at }: Pick<ChangeForBuyer, 'priceIds' | 'at'>,
  { lines }: Stripe.Invoice,
): Date {
  const ends = lines.data.flatMap(({ amount, parent, period, pricing }) => {
    if (amount < 0 || !priceIds.includes(priceOf(pricing))) {
      return [];
    }
    const isWhole = parent?.subscription_item_details?.proration === false;
    return [isWhole ? toSeconds(at) + period.end - period.start : period.end];
  });
  const end = ends.length > 0 ? Math.min(...ends) : periodOf(subscription).end;
  return new Date(end * 1_000);
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
  /** The sum of the prices. */
  readonly wanted: number;
  /** Takes back the set end; undefined where it stays. */
  readonly ending: Ending | undefined;
  readonly nextAt: Date;
}

/** Stripe is asked only where a discount or a tax makes a renewal differ from the sum of the prices. */
async function totalOfRenewal(
  { stripe }: Connection,
  { subscription, change, now, wanted, ending, nextAt }: Renewal,
): Promise<number> {
  const isPlain =
    now.discounts.length === 0 &&
    (now.total_taxes ?? []).length === 0 &&
    !now.automatic_tax.enabled;
  if (isPlain || wanted === 0) {
    return wanted;
  }
  const { total } = await stripe.invoices.createPreview(
    {
      subscription: subscription.id,
      subscription_details: {
        items: itemChanges(subscription, change.priceIds),
        proration_behavior: 'none',
        ...ending,
      },
      ...nextBuyer(subscription, change.buyer),
      ...withoutOver(now, nextAt),
    },
    oneTimeKey(),
  );
  return total;
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
