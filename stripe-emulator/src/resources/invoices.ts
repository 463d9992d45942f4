import type Stripe from 'stripe';
import { redeem, redeems } from '../billing/discounts.ts';
import { createDraft } from '../billing/drafts.ts';
import { computeAmounts } from '../billing/invoice-amounts.ts';
import {
  attemptPayment,
  finalizeInvoice,
  intentOf,
  markPaidElsewhere,
  markUncollectible,
  noPaymentMethod,
  paymentsOf,
  subscriptionFor,
  voidInvoice,
} from '../billing/invoicing.ts';
import { type Invoice, isLive, paymentMethodFor, subscriptionOf } from '../billing/objects.ts';
import { previewInvoice } from '../billing/preview.ts';
import { requireCustomer } from '../customer.ts';
import { type Answer, onCustomer, onList, type Resource } from '../routes.ts';
import { renewalDraftSeconds } from '../rules/due-times.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { search } from '../wire/search.ts';
import { createCustomer } from './customers.ts';

type PreviewParams = Stripe.InvoiceCreatePreviewParams;

export const invoices: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/invoices/create_preview',
      {
        owner: (params: PreviewParams) => params.customer ?? params.subscription ?? params.schedule,
      },
      (scene: Scene, params: PreviewParams) =>
        previewInvoice(scene, params, (copy) => createCustomer(copy, {})),
    ),
    onCustomer(
      'POST',
      '/v1/invoices',
      {
        owner: (params: Stripe.InvoiceCreateParams) => params.customer ?? params.subscription,
        changesCatalogue: redeems,
      },
      createInvoice,
    ),
    onList(
      '/v1/invoices',
      listInvoices,
      (params: Stripe.InvoiceListParams) => params.subscription ?? params.customer,
    ),
    onList(
      '/v1/invoices/search',
      ({ invoices: all }, params: Stripe.InvoiceSearchParams) =>
        search(
          Object.values(all).map((invoice) => ({
            ...invoice,
            subscription: subscriptionOf(invoice),
          })),
          params,
          [
            'created',
            'currency',
            'customer',
            'number',
            'receipt_number',
            'status',
            'subscription',
            'total',
          ],
        ).flatMap(({ id }) => all[id] ?? []),
      () => undefined,
    ),
    onCustomer('GET', '/v1/invoices/{id}', {}, ({ state }, _, id) => find(state, id)),
    onCustomer('POST', '/v1/invoices/{id}', { changesCatalogue: redeems }, updateInvoice),
    onCustomer('DELETE', '/v1/invoices/{id}', {}, deleteInvoice),
    onCustomer('POST', '/v1/invoices/{id}/finalize', {}, finalize),
    onCustomer('POST', '/v1/invoices/{id}/pay', {}, payInvoice),
    onCustomer('POST', '/v1/invoices/{id}/void', {}, (scene, _: object, id) =>
      voidInvoice(scene, inStatus(find(scene.state, id), ['open', 'uncollectible'], 'void')),
    ),
    onCustomer('POST', '/v1/invoices/{id}/mark_uncollectible', {}, (scene, _: object, id) =>
      markUncollectible(scene, inStatus(find(scene.state, id), ['open'], 'mark as uncollectible')),
    ),
    onCustomer('POST', '/v1/invoices/{id}/send', {}, sendInvoice),
    onList(
      '/v1/invoices/{id}/lines',
      (state, _: object, id) => [...find(state, id ?? '').lines.data].reverse(),
      (_, [id]) => id,
    ),
    onList('/v1/invoice_payments', listPayments, amongPayments),
    onCustomer('GET', '/v1/invoice_payments/{id}', {}, ({ state }, _, id) =>
      existing(state.invoicePayments, id, 'invoice payment'),
    ),
  ],
  inclusions: [
    {
      object: 'invoice',
      field: 'payments',
      compute: ({ state }, { id = '' }) => ({
        object: 'list',
        data: state ? paymentsOf({ state }, id) : [],
        has_more: false,
        url: '/v1/invoice_payments',
      }),
    },
    {
      object: 'invoice',
      field: 'confirmation_secret',
      compute: ({ state }, { id = '' }) => {
        const invoice = state?.invoices[id];
        const intent = state && invoice && intentOf({ state }, invoice);
        return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
      },
    },
  ],
};

function find(state: CustomerState, id: string): Invoice {
  return existing(state.invoices, id, 'invoice');
}

function inStatus(invoice: Invoice, statuses: string[], what: string): Invoice {
  if (!statuses.includes(invoice.status ?? '')) {
    throw invalid(
      `You can only ${what} an invoice whose status is ${statuses.join(' or ')}. This invoice is ${invoice.status}.`,
      undefined,
      'invoice_not_editable',
    );
  }
  return invoice;
}

function createInvoice(scene: Scene, params: Stripe.InvoiceCreateParams): Invoice {
  const { state } = scene;
  const subscription =
    params.subscription === undefined
      ? undefined
      : existing(state.subscriptions, params.subscription, 'subscription', 'subscription');
  const customer = requireCustomer(
    state,
    params.customer ?? String(subscription?.customer ?? ''),
    'customer',
  );
  const invoice = createDraft(scene, {
    subscription,
    reason: subscription ? 'subscription_update' : 'manual',
    currency: params.currency ?? subscription?.currency ?? customer.currency ?? 'usd',
    lines: [],
    withPendingItems:
      subscription !== undefined || params.pending_invoice_items_behavior === 'include',
  });
  invoice.auto_advance = false;
  setFields(scene, invoice, params);
  return invoice;
}

function setFields(
  scene: Scene,
  invoice: Invoice,
  params: Stripe.InvoiceCreateParams | Stripe.InvoiceUpdateParams,
) {
  invoice.metadata = mergeMetadata(invoice.metadata ?? {}, params.metadata);
  invoice.description = params.description ?? invoice.description;
  invoice.default_payment_method = params.default_payment_method ?? invoice.default_payment_method;
  invoice.collection_method = params.collection_method ?? invoice.collection_method;
  invoice.due_date = params.due_date ?? invoice.due_date;
  if (params.days_until_due !== undefined) {
    invoice.due_date = scene.now + params.days_until_due * 86_400;
  }
  setAdvance(scene, invoice, params.auto_advance);
  if (params.automatic_tax) {
    invoice.automatic_tax.enabled = params.automatic_tax.enabled;
  }
  if (params.discounts !== undefined) {
    const to = { invoice: invoice.id, currency: invoice.currency, amount: invoice.subtotal };
    invoice.discounts = redeem(scene, params.discounts || [], to);
  }
  if (invoice.status === 'draft') {
    computeAmounts(scene, invoice);
  }
}

function setAdvance(scene: Scene, invoice: Invoice, isAdvancing: boolean | undefined) {
  if (isAdvancing === undefined) {
    return;
  }
  invoice.auto_advance = isAdvancing;
  const isPlanned = isAdvancing && invoice.status === 'draft';
  invoice.automatically_finalizes_at = isPlanned
    ? (invoice.automatically_finalizes_at ?? scene.now + renewalDraftSeconds)
    : null;
}

const changeableLater = [
  'auto_advance',
  'default_payment_method',
  'default_source',
  'due_date',
  'expand',
  'metadata',
];

function updateInvoice(scene: Scene, params: Stripe.InvoiceUpdateParams, id: string): Invoice {
  const invoice = find(scene.state, id);
  const refused = Object.keys(params).find((name) => !changeableLater.includes(name));
  if (invoice.status !== 'draft' && refused !== undefined) {
    throw invalid(
      `Finalized invoices can't be updated in this way: ${refused}`,
      refused,
      'invoice_not_editable',
    );
  }
  return update(scene, 'invoice.updated', invoice, () => setFields(scene, invoice, params));
}

function deleteInvoice(scene: Scene, _: object, id: string) {
  const invoice = find(scene.state, id);
  if (invoice.status !== 'draft' || subscriptionOf(invoice) !== null) {
    throw invalid(
      'You can only delete draft invoices that were not created by a subscription.',
      undefined,
      'invoice_not_editable',
    );
  }
  delete scene.state.invoices[id];
  for (const item of Object.values(scene.state.invoiceItems).filter((one) => one.invoice === id)) {
    delete scene.state.invoiceItems[item.id];
  }
  scene.emit('invoice.deleted', invoice);
  return { id, object: 'invoice', deleted: true };
}

function finalize(scene: Scene, params: Stripe.InvoiceFinalizeInvoiceParams, id: string): Invoice {
  const invoice = find(scene.state, id);
  finalizeInvoice(scene, invoice);
  if (invoice.status === 'open' && params.auto_advance !== undefined) {
    invoice.auto_advance = params.auto_advance;
    invoice.next_payment_attempt =
      params.auto_advance && invoice.collection_method === 'charge_automatically'
        ? scene.now + 3600
        : null;
  }
  return invoice;
}

function payInvoice(scene: Scene, params: Stripe.InvoicePayParams, id: string): Answer {
  const invoice = find(scene.state, id);
  if (invoice.status === 'paid') {
    throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  }
  inStatus(invoice, ['draft', 'open', 'uncollectible'], 'pay');
  if (invoice.status === 'draft') {
    finalizeInvoice(scene, invoice);
  }
  if (String(invoice.status) === 'paid') {
    return invoice;
  }
  if (params.paid_out_of_band) {
    markPaidElsewhere(scene, invoice);
    return invoice;
  }

  const { payment_method: chosen } = params;
  const paymentMethod =
    chosen ??
    invoice.default_payment_method ??
    paymentMethodFor(scene.state, subscriptionFor(scene, invoice));
  if (!isLive(scene.state, paymentMethod)) {
    throw chosen === undefined
      ? noPaymentMethod()
      : invalid(`No such PaymentMethod: '${chosen}'`, 'payment_method', 'resource_missing');
  }
  return attemptPayment(scene, invoice, { paymentMethod, isAutomatic: false }) ?? invoice;
}

function sendInvoice(scene: Scene, _: object, id: string): Invoice {
  const invoice = find(scene.state, id);
  if (invoice.status === 'draft') {
    finalizeInvoice(scene, invoice);
  }
  scene.emit('invoice.sent', invoice);
  return invoice;
}

function listInvoices(state: CustomerState, params: Stripe.InvoiceListParams): Invoice[] {
  return Object.values(state.invoices).filter(
    (invoice) =>
      (params.status === undefined || invoice.status === params.status) &&
      (params.subscription === undefined || subscriptionOf(invoice) === params.subscription) &&
      (params.collection_method === undefined ||
        invoice.collection_method === params.collection_method),
  );
}

function amongPayments({ invoice, payment }: Stripe.InvoicePaymentListParams): string | undefined {
  return invoice ?? payment?.payment_intent;
}

function listPayments(
  state: CustomerState,
  { invoice, payment, status }: Stripe.InvoicePaymentListParams,
) {
  return Object.values(state.invoicePayments).filter(
    (one) =>
      (invoice === undefined || one.invoice === invoice) &&
      (payment?.payment_intent === undefined ||
        one.payment.payment_intent === payment.payment_intent) &&
      (status === undefined || one.status === status),
  );
}
