import type Stripe from 'stripe';
import { redeem, redeems } from '../billing/discounts.ts';
import { setCurrency } from '../billing/drafts.ts';
import { computeAmounts } from '../billing/invoice-amounts.ts';
import { oneTimeLine } from '../billing/invoice-items.ts';
import { lineFromInvoiceItem, toInvoiceItem } from '../billing/lines.ts';
import { customerOf, type Invoice, type InvoiceItem } from '../billing/objects.ts';
import { type PriceParam, priceFor } from '../billing/prices.ts';
import { requireWholeSteps } from '../billing/whole-steps.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { timesDecimal } from '../rules/money.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';

type CreateParams = Stripe.InvoiceItemCreateParams;

export const invoiceItems: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/invoiceitems',
      {
        owner: (params: CreateParams) => params.customer ?? params.invoice,
        changesCatalogue: redeems,
      },
      createItem,
    ),
    onList(
      '/v1/invoiceitems',
      listItems,
      (params: Stripe.InvoiceItemListParams) => params.customer ?? params.invoice,
    ),
    onCustomer('GET', '/v1/invoiceitems/{id}', {}, ({ state }, _, id) => find(state, id)),
    onCustomer('POST', '/v1/invoiceitems/{id}', {}, updateItem),
    onCustomer('DELETE', '/v1/invoiceitems/{id}', {}, deleteItem),
  ],
};

function find(state: CustomerState, id: string): InvoiceItem {
  return existing(state.invoiceItems, id, 'invoiceitem');
}

function createItem(scene: Scene, params: CreateParams): InvoiceItem {
  const { state } = scene;
  const customer = customerOf(state);
  const invoice = params.invoice === undefined ? undefined : draftOf(state, params.invoice);
  const currency = params.currency ?? invoice?.currency ?? customer.currency ?? 'usd';
  const item = toInvoiceItem(scene, customer.id, lineOf(scene, params, currency));
  setCurrency(scene, currency, false);
  item.metadata = mergeMetadata({}, params.metadata);
  if (params.discounts) {
    const to = { invoice_item: item.id, currency, amount: item.amount };
    item.discounts = redeem(scene, params.discounts, to);
  }
  if (invoice) {
    item.invoice = invoice.id;
    update(scene, 'invoice.updated', invoice, () => {
      invoice.lines.data.push(lineFromInvoiceItem(scene, invoice.id, item));
      computeAmounts(scene, invoice);
    });
  }
  return item;
}

function draftOf(state: CustomerState, id: string): Invoice {
  const invoice = existing(state.invoices, id, 'invoice', 'invoice');
  if (invoice.status !== 'draft') {
    throw invalid('This invoice is no longer editable', 'invoice', 'invoice_not_editable');
  }
  return invoice;
}

function lineOf(scene: Scene, params: CreateParams, currency: string) {
  const { quantity = 1 } = params;
  const priceParam: PriceParam = {
    ...(params.pricing?.price !== undefined && { price: params.pricing.price }),
    ...(params.price_data && {
      price_data: params.price_data as PriceParam['price_data'] & object,
    }),
  };
  const price =
    Object.keys(priceParam).length > 0 ? priceFor(scene, priceParam, currency, 'pricing') : null;
  const line = oneTimeLine(scene, {
    price,
    quantity,
    currency,
    subscription: params.subscription ?? null,
  });
  if (!price && params.amount === undefined && params.unit_amount_decimal === undefined) {
    throw invalid(
      'You must provide one of: amount, pricing, price_data, unit_amount_decimal.',
      'amount',
      'parameter_missing',
    );
  }
  if (!price) {
    requireWholeSteps(params.amount, currency, 'amount');
    line.amount = params.amount ?? timesDecimal(String(params.unit_amount_decimal), quantity);
  }
  line.description = params.description ?? line.description;
  line.discountable = params.discountable ?? line.amount >= 0;
  line.taxRates = params.tax_rates ?? [];
  line.period = params.period ?? line.period;
  return line;
}

function updateItem(scene: Scene, params: Stripe.InvoiceItemUpdateParams, id: string): InvoiceItem {
  const item = find(scene.state, id);
  const invoice = item.invoice === null ? undefined : draftOf(scene.state, item.invoice);
  item.amount = params.amount ?? item.amount;
  item.description = params.description ?? item.description;
  item.metadata = mergeMetadata(item.metadata ?? {}, params.metadata);
  replaceLine(scene, invoice, item, true);
  return item;
}

function deleteItem(scene: Scene, _: object, id: string) {
  const item = find(scene.state, id);
  const invoice = item.invoice === null ? undefined : draftOf(scene.state, item.invoice);
  delete scene.state.invoiceItems[id];
  replaceLine(scene, invoice, item, false);
  scene.emit('invoiceitem.deleted', item);
  return { id, object: 'invoiceitem', deleted: true };
}

function replaceLine(
  scene: Scene,
  invoice: Invoice | undefined,
  item: InvoiceItem,
  isKept: boolean,
) {
  if (!invoice) {
    return;
  }
  const kept = () => (isKept ? [lineFromInvoiceItem(scene, invoice.id, item)] : []);
  update(scene, 'invoice.updated', invoice, () => {
    invoice.lines.data = invoice.lines.data.flatMap((line) => {
      const isItem = line.parent?.invoice_item_details?.invoice_item === item.id;
      return isItem ? kept() : [line];
    });
    computeAmounts(scene, invoice);
  });
}

function listItems(
  state: CustomerState,
  { invoice, pending }: Stripe.InvoiceItemListParams,
): InvoiceItem[] {
  return Object.values(state.invoiceItems)
    .filter((item) => invoice === undefined || item.invoice === invoice)
    .filter((item) => !pending || item.invoice === null);
}
