import type { DiscountAmount } from '../rules/discounts.ts';
import { formatAmount } from '../rules/money.ts';
import type { Period } from '../rules/periods.ts';
import type { Scene } from '../scene.ts';
import {
  amountOfItem,
  type InvoiceItem,
  type InvoiceLine,
  type Price,
  productName,
  type Subscription,
  type SubscriptionItem,
  unitAmountIn,
} from './objects.ts';

/** A line that is about to be billed: on an invoice now, or as a pending invoice item. */
export interface LineDraft {
  amount: number;
  description: string;
  period: Period;
  price: Price | null;
  quantity: number;
  currency: string;
  discountable: boolean;
  /** Discounts of this line alone. */
  discounts: string[];
  /** Amounts of an itemized proration; they were computed with the proration and do not change any more. */
  fixedDiscounts: DiscountAmount[];
  /** Discounts that are inside the amount; those for one invoice are used up by it. */
  includedDiscounts: string[];
  taxRates: string[];
  subscription: string | null;
  subscriptionItem: string | null;
  proration: boolean;
  credited: CreditedLines | null;
  metadata: Record<string, string>;
}

/** The debit that a credit takes back. */
export type CreditedLines = { invoice: string; lines: string[] } | { invoiceItem: string };

export function wholePeriodLine(
  scene: Scene,
  subscription: Subscription,
  item: SubscriptionItem,
  isTrial: boolean,
): LineDraft {
  const quantity = item.quantity ?? 1;
  const name = productName(scene, item.price);
  const price = formatAmount(
    Number(unitAmountIn(item.price, subscription.currency) ?? 0),
    subscription.currency,
  );
  const interval = item.price.recurring;
  const every =
    interval?.interval_count === 1
      ? interval.interval
      : `${interval?.interval_count} ${interval?.interval}s`;
  return {
    ...lineOfItem(subscription, item),
    amount: isTrial ? 0 : amountOfItem(item, subscription.currency),
    description: isTrial
      ? `Free trial for ${quantity} × ${name}`
      : `${quantity} × ${name} (at ${price} / ${every})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    discountable: true,
    discounts: [...item.discounts],
    proration: false,
  };
}

/** Fields that lines of one subscription item share. */
export function lineOfItem(
  subscription: Subscription,
  item: SubscriptionItem,
): Omit<LineDraft, 'amount' | 'description' | 'period'> {
  const ownRates = item.tax_rates ?? [];
  const rates = ownRates.length > 0 ? ownRates : (subscription.default_tax_rates ?? []);
  return {
    price: item.price,
    quantity: item.quantity ?? 1,
    currency: subscription.currency,
    discountable: false,
    discounts: [],
    fixedDiscounts: [],
    includedDiscounts: [],
    taxRates: rates.map((rate) => rate.id),
    subscription: subscription.id,
    subscriptionItem: item.id,
    proration: true,
    credited: null,
    metadata: { ...subscription.metadata },
  };
}

export function toInvoiceLine(
  scene: Scene,
  invoice: string,
  draft: LineDraft,
  invoiceItem: string | null,
): InvoiceLine {
  const id = scene.newId('il');
  scene.state.billing.lineTerms[id] = {
    fixedDiscounts: draft.fixedDiscounts,
    taxRates: draft.taxRates,
  };
  return {
    id,
    object: 'line_item',
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: [],
    discountable: draft.discountable,
    discounts: [...draft.discounts],
    invoice,
    livemode: false,
    metadata: draft.metadata,
    parent: parentOf(draft, invoiceItem),
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: pricingOf(draft),
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription: draft.subscription,
    subtotal: draft.amount,
    taxes: [],
  };
}

function parentOf(draft: LineDraft, invoiceItem: string | null): InvoiceLine['parent'] {
  const { credited } = draft;
  const credited_items =
    credited && 'invoice' in credited
      ? { invoice: credited.invoice, invoice_line_items: credited.lines }
      : null;
  const details = {
    proration: draft.proration,
    proration_details: { credited_items },
    subscription: draft.subscription,
  };
  if (draft.subscriptionItem === null) {
    return {
      type: 'invoice_item_details',
      invoice_item_details: { ...details, invoice_item: invoiceItem ?? '' },
      subscription_item_details: null,
    };
  }
  return {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: {
      ...details,
      invoice_item: invoiceItem,
      subscription_item: draft.subscriptionItem,
    },
  };
}

function pricingOf(draft: LineDraft): InvoiceLine['pricing'] {
  if (!draft.price) {
    return null;
  }
  return {
    type: 'price_details',
    price_details: { price: draft.price.id, product: String(draft.price.product) },
    unit_amount_decimal: unitAmountIn(draft.price, draft.currency) ?? null,
  };
}

/** A line that waits for the next invoice of its subscription or customer. */
export function toInvoiceItem(scene: Scene, customer: string, draft: LineDraft): InvoiceItem {
  const id = scene.newId('ii');
  const pricing = pricingOf(draft);
  const item: InvoiceItem = {
    id,
    object: 'invoiceitem',
    amount: draft.amount,
    currency: draft.currency,
    customer,
    customer_account: null,
    date: scene.now,
    description: draft.description,
    discountable: draft.discountable,
    discounts: [...draft.discounts],
    invoice: null,
    livemode: false,
    metadata: draft.metadata,
    net_amount:
      draft.amount - draft.fixedDiscounts.reduce((sum, discount) => sum + discount.amount, 0),
    parent:
      draft.subscription === null
        ? null
        : subscriptionParent(draft.subscription, draft.subscriptionItem),
    period: draft.period,
    pricing,
    proration: draft.proration,
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    tax_rates: draft.taxRates.flatMap((rate) => scene.catalogue.taxRates[rate] ?? []),
    test_clock: null,
  };
  if (draft.proration) {
    item.proration_details = {
      credited_items: creditedBy(draft.credited),
      discount_amounts: draft.fixedDiscounts,
    };
  }
  scene.state.invoiceItems[id] = item;
  scene.emit('invoiceitem.created', item);
  return item;
}

function subscriptionParent(
  subscription: string,
  subscriptionItem: string | null,
): InvoiceItem['parent'] {
  return {
    type: 'subscription_details',
    subscription_details: {
      subscription,
      ...(subscriptionItem !== null && { subscription_item: subscriptionItem }),
    },
  };
}

function creditedBy(
  credited: CreditedLines | null,
): NonNullable<InvoiceItem['proration_details']>['credited_items'] {
  if (!credited) {
    return null;
  }
  return 'invoice' in credited
    ? {
        type: 'invoice_line_items',
        invoice_line_item_details: {
          invoice: credited.invoice,
          invoice_line_items: credited.lines,
        },
      }
    : { type: 'invoice_item', invoice_item: credited.invoiceItem };
}

export function lineFromInvoiceItem(scene: Scene, invoice: string, item: InvoiceItem): InvoiceLine {
  const details = item.parent?.subscription_details;
  const credited = item.proration_details?.credited_items?.invoice_line_item_details;
  const priceId = item.pricing?.price_details?.price;
  const line = toInvoiceLine(
    scene,
    invoice,
    {
      amount: item.amount,
      description: item.description ?? '',
      period: item.period,
      price: priceId === undefined ? null : (scene.catalogue.prices[priceId] ?? null),
      quantity: item.quantity,
      currency: item.currency,
      discountable: item.discountable,
      discounts: item.discounts ?? [],
      fixedDiscounts: item.proration_details?.discount_amounts ?? [],
      includedDiscounts: [],
      taxRates: (item.tax_rates ?? []).map((rate) => rate.id),
      subscription: details?.subscription ?? null,
      subscriptionItem: details?.subscription_item ?? null,
      proration: item.proration,
      credited: credited ? { invoice: credited.invoice, lines: credited.invoice_line_items } : null,
      metadata: item.metadata ?? {},
    },
    item.id,
  );
  line.pricing = item.pricing;
  return line;
}
