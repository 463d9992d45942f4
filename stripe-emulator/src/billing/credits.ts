import { shareDiscounts } from '../rules/discounts.ts';
import { stepOf } from '../rules/money.ts';
import { periodAt } from '../rules/periods.ts';
import {
  classicDiscounts,
  creditForBilled,
  debitForRest,
  type ProratedAmount,
} from '../rules/proration.ts';
import type { Scene } from '../scene.ts';
import type { CustomerState } from '../state.ts';
import { termsOf } from './discounts.ts';
import { type CreditedLines, type LineDraft, lineOfItem } from './lines.ts';
import {
  amountOfItem,
  isFlexible,
  itemsOf,
  productName,
  recurrenceOf,
  type Subscription,
  type SubscriptionItem,
} from './objects.ts';

interface Debit {
  amount: number;
  discounts: { discount: string; amount: number }[];
  period: { start: number; end: number };
  named: CreditedLines;
}

/** Credits for the unused time of an item, computed as its billing mode says. */
export function creditsFor(
  scene: Scene,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): LineDraft[] {
  const debits = debitsOf(scene.state, item.id, at);
  const step = stepOf(subscription.currency);
  if (isFlexible(subscription)) {
    return debits.map((debit) => ({
      ...prorationLine(scene, subscription, item, creditForBilled(debit, at, step), {
        start: at,
        end: debit.period.end,
      }),
      credited: debit.named,
    }));
  }

  const amount = amountOfItem(item, subscription.currency);
  const isBilled = debits.length > 0 && (subscription.trial_end ?? 0) <= at;
  if (!isBilled || amount === 0) {
    return [];
  }
  const period = { start: item.current_period_start, end: item.current_period_end };
  const discounts = classicDiscountsOf(scene, subscription, item);
  const credit = creditForBilled({ amount, discounts, period }, at, step);
  const line = prorationLine(scene, subscription, item, credit, { start: at, end: period.end });
  return [{ ...line, credited: debits.at(-1)?.named ?? null }];
}

/** A debit for the rest of the period that holds `at`. */
export function debitFor(
  scene: Scene,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): LineDraft {
  const period = periodAt(subscription.billing_cycle_anchor, recurrenceOf(item.price), at);
  const discounts = isFlexible(subscription)
    ? flexibleDiscountsOf(scene, subscription, item)
    : classicDiscountsOf(scene, subscription, item);
  const { currency } = subscription;
  const whole = amountOfItem(item, currency);
  const debit = debitForRest(whole, discounts, period, at, stepOf(currency));
  return prorationLine(scene, subscription, item, debit, { start: at, end: period.end });
}

function prorationLine(
  scene: Scene,
  subscription: Subscription,
  item: SubscriptionItem,
  prorated: ProratedAmount,
  period: { start: number; end: number },
): LineDraft {
  const isItemized = subscription.billing_mode.flexible?.proration_discounts === 'itemized';
  const quantity = item.quantity ?? 1;
  const name = productName(scene, item.price);
  const what = prorated.amount < 0 ? 'Unused' : 'Remaining';
  const day = new Date(period.start * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    ...lineOfItem(subscription, item),
    amount: isItemized ? prorated.amount : prorated.net,
    fixedDiscounts: isItemized ? prorated.discounts : [],
    includedDiscounts: prorated.discounts
      .filter(({ amount }) => amount > 0)
      .map(({ discount }) => discount),
    description: `${what} time on ${quantity === 1 ? '' : `${quantity} × `}${name} after ${day}`,
    period,
  };
}

/** An amount off is split over all items, as it will be at the renewal. */
function flexibleDiscountsOf(scene: Scene, subscription: Subscription, item: SubscriptionItem) {
  const items = itemsOf(subscription);
  const shares = shareDiscounts(
    items.map((one) => ({
      amount: amountOfItem(one, subscription.currency),
      discountable: true,
      product: String(one.price.product),
    })),
    [
      ...items.flatMap((one, index) => termsOf(scene, one.discounts, subscription.currency, index)),
      ...termsOf(scene, subscription.discounts, subscription.currency),
    ],
    stepOf(subscription.currency),
  );
  return shares[items.indexOf(item)] ?? [];
}

function classicDiscountsOf(scene: Scene, subscription: Subscription, item: SubscriptionItem) {
  const ids = [...item.discounts, ...subscription.discounts];
  const coupons = termsOf(scene, ids, subscription.currency);
  return classicDiscounts(
    amountOfItem(item, subscription.currency),
    String(item.price.product),
    coupons,
    stepOf(subscription.currency),
  );
}

/** Lists the debits of an item for time after this instant that no credit has taken back. */
function debitsOf(state: CustomerState, item: string, at: number): Debit[] {
  const credited = creditedIds(state);
  const invoices = Object.values(state.invoices).filter((invoice) => invoice.status !== 'void');
  const billed = invoices.flatMap((invoice) =>
    invoice.lines.data.flatMap((line) => {
      const details = line.parent?.subscription_item_details;
      const isCredited = credited.has(line.id) || credited.has(details?.invoice_item ?? '');
      return details?.subscription_item === item && !isCredited
        ? {
            amount: line.amount,
            discounts: line.discount_amounts ?? [],
            period: line.period,
            named: { invoice: invoice.id, lines: [line.id] },
          }
        : [];
    }),
  );
  const pending = Object.values(state.invoiceItems)
    .filter(
      (one) => one.invoice === null && one.parent?.subscription_details?.subscription_item === item,
    )
    .filter((one) => !credited.has(one.id))
    .map((one) => ({
      amount: one.amount,
      discounts: one.proration_details?.discount_amounts ?? [],
      period: one.period,
      named: { invoiceItem: one.id },
    }));
  return [...billed, ...pending].filter((debit) => debit.amount > 0 && debit.period.end > at);
}

function creditedIds(state: CustomerState): Set<string> {
  const lines = Object.values(state.invoices)
    .filter((invoice) => invoice.status !== 'void')
    .flatMap((invoice) => invoice.lines.data)
    .flatMap(
      (line) =>
        line.parent?.subscription_item_details?.proration_details?.credited_items
          ?.invoice_line_items ?? [],
    );
  const items = Object.values(state.invoiceItems)
    .filter((item) => item.invoice === null || state.invoices[item.invoice]?.status !== 'void')
    .flatMap(({ proration_details: details }) => {
      const named = details?.credited_items;
      return [
        ...(named?.invoice_line_item_details?.invoice_line_items ?? []),
        ...(named?.invoice_item ? [named.invoice_item] : []),
      ];
    });
  return new Set([...lines, ...items]);
}
