import type { Scene } from '../scene.ts';
import { isOnce } from './discounts.ts';
import { computeAmounts } from './invoice-amounts.ts';
import { type LineDraft, lineFromInvoiceItem, toInvoiceLine } from './lines.ts';
import {
  type Customer,
  changeSubscription,
  customerOf,
  type Invoice,
  type InvoiceItem,
  type Subscription,
} from './objects.ts';

export interface DraftOf {
  subscription?: Subscription | undefined;
  reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  currency: string;
  lines: readonly LineDraft[];
  period?: { start: number; end: number };
  /** Pending items of the subscription, or of a customer without one, come along. */
  withPendingItems?: boolean;
}

/** A draft with all its lines and amounts, announced as `invoice.created`. */
export function createDraft(scene: Scene, draft: DraftOf): Invoice {
  const { subscription } = draft;
  const invoice = emptyInvoice(scene, draft);
  scene.state.invoices[invoice.id] = invoice;
  const pending =
    draft.withPendingItems === false
      ? []
      : pendingItems(scene, subscription?.id ?? null, draft.currency);
  for (const item of pending) {
    item.invoice = invoice.id;
  }
  invoice.lines.data = [
    ...pending.map((item) => lineFromInvoiceItem(scene, invoice.id, item)),
    ...draft.lines.map((line) => toInvoiceLine(scene, invoice.id, line, null)),
  ];
  computeAmounts(scene, invoice);
  if (subscription) {
    changeSubscription(scene, subscription, () => {
      subscription.latest_invoice = invoice.id;
      consumeOnce(scene, subscription, invoice, draft.lines);
    });
  }
  setCurrency(scene, draft.currency, subscription !== undefined);
  scene.emit('invoice.created', invoice);
  return invoice;
}

export function pendingItems(
  scene: Scene,
  subscription: string | null,
  currency: string,
): InvoiceItem[] {
  return Object.values(scene.state.invoiceItems).filter(
    (item) =>
      item.invoice === null &&
      item.currency === currency &&
      (item.parent?.subscription_details?.subscription ?? null) === subscription,
  );
}

/** A discount for one invoice is used up by the first one from which it took something. */
function consumeOnce(
  scene: Scene,
  subscription: Subscription,
  invoice: Invoice,
  lines: readonly LineDraft[],
) {
  const taken = (invoice.total_discount_amounts ?? []).filter(({ amount }) => amount > 0);
  const included = lines.flatMap((line) => line.includedDiscounts);
  useOnce(scene, subscription, [...taken.map(({ discount }) => discount), ...included]);
}

export function useOnce(scene: Scene, subscription: Subscription, used: readonly string[]) {
  const over = used.filter((id) => isOnce(scene, id));
  const isLeft = (id: string) => !over.includes(id);
  const removed = subscription.discounts.filter((id) => !isLeft(id));
  subscription.discounts = subscription.discounts.filter(isLeft);
  for (const item of subscription.items.data) {
    item.discounts = item.discounts.filter(isLeft);
  }
  for (const id of removed) {
    const discount = scene.state.discounts[id];
    if (discount) {
      scene.emit('customer.discount.deleted', discount);
    }
  }
}

/** The first invoice decides the currency of the customer, and whenever none runs, the next subscription does. */
export function setCurrency(scene: Scene, currency: string, isSubscribed: boolean) {
  const customer = customerOf(scene.state);
  const isOther = isSubscribed && customer.currency !== currency;
  if (!customer.currency || isOther) {
    const before = customer.currency ?? null;
    customer.currency = currency;
    scene.emit('customer.updated', customer, { currency: before });
  }
}

function emptyInvoice(scene: Scene, draft: DraftOf): Invoice {
  const customer = customerOf(scene.state);
  const { subscription } = draft;
  const { account } = scene.catalogue;
  const id = scene.newId('in');
  return {
    id,
    object: 'invoice',
    account_country: account.country ?? null,
    account_name: account.business_profile?.name ?? null,
    account_tax_ids: null,
    ...noAmounts,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: subscription !== undefined,
    automatic_tax: taxSettings(subscription?.automatic_tax.enabled ?? false),
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: subscription?.collection_method ?? 'charge_automatically',
    created: scene.now,
    currency: draft.currency,
    custom_fields: customer.invoice_settings.custom_fields,
    ...customerFields(scene, customer),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: subscription?.default_tax_rates ?? [],
    description: subscription?.invoice_settings.description ?? null,
    discounts: discountsFor(scene, subscription),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: customer.invoice_settings.footer,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription ? parentOf(subscription) : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: draft.period?.end ?? scene.now,
    period_start: draft.period?.start ?? scene.now,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    test_clock: customer.test_clock ?? null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: scene.now,
  };
}

const noAmounts = {
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  subtotal: 0,
  subtotal_excluding_tax: 0,
  total: 0,
  total_excluding_tax: 0,
};

function customerFields(scene: Scene, customer: Customer) {
  return {
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: Object.values(scene.state.taxIds).map(({ type, value }) => ({ type, value })),
  };
}

function taxSettings(isEnabled: boolean): Invoice['automatic_tax'] {
  return {
    disabled_reason: null,
    enabled: isEnabled,
    liability: isEnabled ? { type: 'self' } : null,
    provider: isEnabled ? 'stripe' : null,
    status: null,
  };
}

function parentOf(subscription: Subscription): Invoice['parent'] {
  return {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: {
      metadata: { ...subscription.metadata },
      subscription: subscription.id,
    },
  };
}

/** The discounts of the subscription; without any, those of the customer. */
function discountsFor(scene: Scene, subscription: Subscription | undefined): string[] {
  const own = subscription?.discounts ?? [];
  const customerDiscount = customerOf(scene.state).discount?.id;
  return own.length === 0 && customerDiscount !== undefined ? [customerDiscount] : [...own];
}
