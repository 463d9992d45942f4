import type Stripe from 'stripe';
import { intentOf, markPaid } from '../billing/invoicing.ts';
import { customerOf, type Invoice } from '../billing/objects.ts';
import { requireWholeSteps } from '../billing/whole-steps.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { formatAmount } from '../rules/money.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState, Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { changeBalance } from './balance-transactions.ts';
import { refund } from './refunds.ts';

type CreditNote = Stored<Stripe.CreditNote>;
type CreditNoteLine = CreditNote['lines']['data'][number];
type CreateParams = Stripe.CreditNoteCreateParams;

export const creditNotes: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/credit_notes',
      { owner: ({ invoice }: CreateParams) => invoice },
      createCreditNote,
    ),
    onList(
      '/v1/credit_notes',
      listCreditNotes,
      (params: Stripe.CreditNoteListParams) => params.invoice ?? params.customer,
    ),
    onCustomer('GET', '/v1/credit_notes/{id}', {}, ({ state }, _, id) => find(state, id)),
    onCustomer(
      'POST',
      '/v1/credit_notes/{id}',
      {},
      (scene, params: Stripe.CreditNoteUpdateParams, id) => {
        const note = find(scene.state, id);
        return update(scene, 'credit_note.updated', note, () => {
          note.memo = params.memo ?? note.memo;
          note.metadata = mergeMetadata(note.metadata ?? {}, params.metadata);
        });
      },
    ),
    onCustomer('POST', '/v1/credit_notes/{id}/void', {}, voidCreditNote),
  ],
};

function find(state: CustomerState, id: string): CreditNote {
  return existing(state.creditNotes, id, 'credit note');
}

function listCreditNotes(
  state: CustomerState,
  { invoice }: Stripe.CreditNoteListParams,
): CreditNote[] {
  return Object.values(state.creditNotes).filter(
    (note) => invoice === undefined || note.invoice === invoice,
  );
}

/** Takes back a part of an invoice: what is still open first, then what was paid. */
function createCreditNote(scene: Scene, params: CreateParams): CreditNote {
  const invoice = existing(scene.state.invoices, params.invoice, 'invoice', 'invoice');
  if (invoice.status !== 'open' && invoice.status !== 'paid') {
    throw invalid(
      'You can only create a credit note for an invoice that is open or paid.',
      'invoice',
    );
  }
  const id = scene.newId('cn');
  const lines = linesOf(scene, invoice, params);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  checkAmount(scene, invoice, total);
  const prePayment = invoice.status === 'open' ? Math.min(total, invoice.amount_remaining) : 0;
  const postPayment = total - prePayment;
  checkParts(params, postPayment, invoice.currency);

  const note: CreditNote = {
    id,
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: scene.now,
    currency: invoice.currency,
    customer: customerOf(scene.state).id,
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: params.effective_at ?? scene.now,
    invoice: invoice.id,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/credit_notes/${id}/lines` },
    livemode: false,
    memo: params.memo ?? null,
    metadata: mergeMetadata({}, params.metadata),
    number: `${invoice.number}-CN-${String(notesOf(scene, invoice).length + 1).padStart(2, '0')}`,
    out_of_band_amount: params.out_of_band_amount ?? null,
    pdf: `https://pay.stripe.com/credit_notes/acct/${id}/pdf`,
    post_payment_amount: postPayment,
    pre_payment_amount: prePayment,
    pretax_credit_amounts: [],
    reason: params.reason ?? null,
    refunds: refundsFor(scene, invoice, params),
    shipping_cost: null,
    status: 'issued',
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    total_taxes: [],
    type: typeOf(prePayment, postPayment),
    voided_at: null,
  };
  if (params.credit_amount) {
    const { currency } = invoice;
    const change = {
      amount: -params.credit_amount,
      currency,
      type: 'credit_note',
      invoice: invoice.id,
      credit_note: id,
    };
    note.customer_balance_transaction = changeBalance(scene, change).id;
  }
  scene.state.creditNotes[id] = note;
  scene.emit('credit_note.created', note);
  lowerInvoice(scene, invoice, prePayment, postPayment);
  return note;
}

function typeOf(prePayment: number, postPayment: number): CreditNote['type'] {
  if (prePayment > 0 && postPayment > 0) {
    return 'mixed';
  }
  return prePayment > 0 ? 'pre_payment' : 'post_payment';
}

const notesOf = (scene: Scene, invoice: Invoice) =>
  Object.values(scene.state.creditNotes).filter((note) => note.invoice === invoice.id);

function linesOf(scene: Scene, invoice: Invoice, params: CreateParams): CreditNoteLine[] {
  if (params.lines) {
    return params.lines.map((line) => toLine(scene, invoice, line));
  }
  const parts = [params.refund_amount, params.credit_amount, params.out_of_band_amount];
  const given = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const amount = params.amount ?? (given > 0 ? given : undefined);
  requireWholeSteps(amount, invoice.currency, 'amount');
  if (amount === undefined) {
    throw invalid(
      'You must provide one of: amount, lines, refund_amount, credit_amount, out_of_band_amount.',
      'amount',
      'parameter_missing',
    );
  }
  return [newLine(scene, { amount, description: null, quantity: null })];
}

function toLine(
  scene: Scene,
  invoice: Invoice,
  line: NonNullable<CreateParams['lines']>[number],
): CreditNoteLine {
  const of = invoice.lines.data.find((one) => one.id === line.invoice_line_item);
  if (line.type === 'invoice_line_item' && !of) {
    throw invalid(
      `No such invoice line item: '${line.invoice_line_item}'`,
      'lines',
      'resource_missing',
    );
  }
  const { quantity = 1 } = line;
  const amount =
    line.amount ?? (line.unit_amount === undefined ? of?.amount : line.unit_amount * quantity);
  return {
    ...newLine(scene, {
      amount: amount ?? 0,
      description: line.description ?? of?.description ?? null,
      quantity,
    }),
    ...(of && { invoice_line_item: of.id }),
    type: line.type,
    unit_amount: line.unit_amount ?? null,
  };
}

function newLine(
  scene: Scene,
  fields: Pick<CreditNoteLine, 'amount' | 'description' | 'quantity'>,
): CreditNoteLine {
  return {
    id: scene.newId('cnli'),
    object: 'credit_note_line_item',
    discount_amount: 0,
    discount_amounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    tax_rates: [],
    taxes: [],
    type: 'custom_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
    ...fields,
  };
}

function checkAmount(scene: Scene, invoice: Invoice, total: number) {
  const before = notesOf(scene, invoice)
    .filter((note) => note.status === 'issued')
    .reduce((sum, note) => sum + note.total, 0);
  if (total <= 0 || total > invoice.total - before) {
    throw invalid(
      `The credit note total ${formatAmount(total, invoice.currency)} must be greater than 0 and at most ${formatAmount(invoice.total - before, invoice.currency)}, the amount of the invoice that is not credited yet.`,
      'amount',
    );
  }
}

function checkParts(params: CreateParams, postPayment: number, currency: string) {
  const refunded = (params.refunds ?? []).reduce(
    (sum, refund) => sum + (refund.amount_refunded ?? 0),
    0,
  );
  const {
    credit_amount: credit = 0,
    refund_amount: refund = 0,
    out_of_band_amount: outside = 0,
  } = params;
  const given = credit + refund + outside + refunded;
  if (given !== postPayment) {
    throw invalid(
      `The sum of credit amount, refund amount and out of band amount (${formatAmount(given, currency)}) has to equal the post payment amount of the credit note (${formatAmount(postPayment, currency)}).`,
    );
  }
}

function refundsFor(scene: Scene, invoice: Invoice, params: CreateParams): CreditNote['refunds'] {
  const known = (params.refunds ?? []).map(({ refund: given, amount_refunded = 0 }) => {
    const { id } = existing(scene.state.refunds, given ?? '', 'refund', 'refunds[0][refund]');
    return { refund: id, amount_refunded };
  });
  const charge = scene.state.charges[intentOf(scene, invoice)?.latest_charge ?? ''];
  const { refund_amount: amount } = params;
  const own =
    amount && charge
      ? [{ refund: refund(scene, charge, { amount }).id, amount_refunded: amount }]
      : [];
  return [...own, ...known].map((refund) => ({
    ...refund,
    payment_record_refund: null,
    type: 'refund',
  }));
}

function lowerInvoice(scene: Scene, invoice: Invoice, prePayment: number, postPayment: number) {
  update(scene, 'invoice.updated', invoice, () => {
    invoice.pre_payment_credit_notes_amount += prePayment;
    invoice.post_payment_credit_notes_amount += postPayment;
    invoice.amount_due -= prePayment;
    invoice.amount_remaining -= prePayment;
  });
  const intent = intentOf(scene, invoice);
  if (intent && prePayment !== 0 && invoice.status === 'open') {
    intent.amount = invoice.amount_remaining;
  }
  if (invoice.status === 'open' && invoice.amount_remaining === 0) {
    markPaid(scene, invoice);
  }
}

function voidCreditNote(scene: Scene, _: object, id: string): CreditNote {
  const note = find(scene.state, id);
  const invoice = existing(scene.state.invoices, String(note.invoice), 'invoice');
  if (note.status !== 'issued' || note.post_payment_amount > 0 || invoice.status !== 'open') {
    throw invalid('You can only void a credit note that was issued for an open invoice.');
  }
  note.status = 'void';
  note.voided_at = scene.now;
  scene.emit('credit_note.voided', note);
  lowerInvoice(scene, invoice, -note.pre_payment_amount, 0);
  return note;
}
