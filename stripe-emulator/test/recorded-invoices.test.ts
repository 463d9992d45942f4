import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { subscribe, world } from './billing.ts';
import { factsOf } from './facts.ts';

type Shown = Record<string, unknown>;

async function paidInvoice(amount: number) {
  const scene = await world();
  const { stripe, customer, price } = scene;
  const { latest_invoice: invoice } = await subscribe(
    stripe,
    customer,
    await price(amount, 'month'),
  );
  return { ...scene, invoice };
}

/** An invoice made by hand, as most of the recorded ones of 2025-11-17.clover. */
async function manualInvoice(
  amount: number,
  more: Stripe.CustomerCreateParams = {},
  card = 'pm_card_visa',
) {
  const scene = await world(card);
  const { stripe, customer } = scene;
  await stripe.customers.update(customer.id, { ...more } as Stripe.CustomerUpdateParams);
  const draft = await stripe.invoices.create({ customer: customer.id, currency: 'usd' });
  await stripe.invoiceItems.create({
    customer: customer.id,
    invoice: draft.id,
    amount,
    currency: 'usd',
  });
  return { ...scene, draft };
}

describe('refunds and credit notes, as they were recorded', () => {
  it.each(factsOf<Shown, Shown>('credit_note'))(
    'a credit note with its refund, fact $id',
    async ({ seen }) => {
      const { stripe, invoice } = await paidInvoice(2500);
      const note = await stripe.creditNotes.create({
        invoice: invoice.id,
        refund_amount: 500,
        lines: [{ type: 'custom_line_item', description: 'Refund', quantity: 1, unit_amount: 500 }],
      });
      const { amount, subtotal, total, type, status } = seen;
      expect(note).toMatchObject({
        amount,
        subtotal,
        total,
        type,
        status,
        post_payment_amount: 500,
        refunds: [{ amount_refunded: 500 }],
      });
    },
  );

  it.each(factsOf<Shown, Shown>('invoice.after_refund'))(
    'leaves the invoice paid, fact $id',
    async ({ seen }) => {
      const { stripe, invoice } = await paidInvoice(2500);
      await stripe.creditNotes.create({ invoice: invoice.id, amount: 500, refund_amount: 500 });
      expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject(seen);
    },
  );

  it.each(factsOf<{ charge: number; refunds_sum: number }, Shown>('refund'))(
    'a charge that is refunded in part or whole, fact $id',
    async ({ given, seen }) => {
      const { stripe, invoice } = await paidInvoice(given.charge);
      const payment_intent = String(invoice.payments?.data[0]?.payment.payment_intent);
      await stripe.refunds.create({ payment_intent, amount: given.refunds_sum });
      const { data } = await stripe.charges.list({ payment_intent });
      expect(data[0]).toMatchObject(seen);
    },
  );

  it.each(factsOf<{ total: number; credit_note: number }, Shown>('invoice.credit_note_open'))(
    'an open invoice is lowered first, fact $id',
    async ({ given, seen }) => {
      const { stripe, draft } = await manualInvoice(given.total);
      await stripe.invoices.finalizeInvoice(draft.id);
      const note = await stripe.creditNotes.create({
        invoice: draft.id,
        amount: given.credit_note,
      });
      expect(note).toMatchObject({ type: 'pre_payment', pre_payment_amount: given.credit_note });
      expect(await stripe.invoices.retrieve(draft.id)).toMatchObject(seen);
      await stripe.creditNotes.voidCreditNote(note.id);
      expect((await stripe.invoices.retrieve(draft.id)).amount_due).toBe(given.total);
    },
  );
});

describe('invoices, as they were recorded', () => {
  it.each(factsOf<{ open: number; attempts: number }, Shown>('invoice.void'))(
    'void keeps what was due, fact $id',
    async ({ given, seen }) => {
      const { stripe, draft } = await manualInvoice(given.open, {}, 'pm_card_chargeCustomerFail');
      await stripe.invoices.finalizeInvoice(draft.id);
      for (let attempt = 0; attempt < given.attempts; attempt += 1) {
        await stripe.invoices.pay(draft.id).catch(() => undefined);
      }
      expect(await stripe.invoices.voidInvoice(draft.id)).toMatchObject(seen);
    },
  );

  it.each(factsOf<{ total?: number; starting_balance: number; credit?: number }, Shown>('balance'))(
    'credit of the customer, fact $id',
    async ({ given, seen }) => {
      const {
        total = 12_000,
        starting_balance: balance = given.credit ?? 0,
        credit,
      } = given as { total?: number; starting_balance?: number; credit?: number };
      const { stripe, customer, draft } = await manualInvoice(total, { balance });
      if (seen.status === 'draft') {
        const other = await stripe.invoices.create({ customer: customer.id, currency: 'usd' });
        expect(other).toMatchObject({ ...seen, starting_balance: balance });
        return;
      }
      const open = await stripe.invoices.finalizeInvoice(draft.id);
      if (credit === undefined) {
        expect(open).toMatchObject(seen);
        return;
      }
      const { data } = await stripe.customers.listBalanceTransactions(customer.id);
      expect(data[0]).toMatchObject({ amount: -credit, type: 'applied_to_invoice' });
      expect(open.ending_balance).toBe(seen.ending_balance);
    },
  );

  it('quantity times price, fact 64', async () => {
    const { stripe, customer, price } = await world();
    const tens = await price(188_000, 'month');
    const { latest_invoice: invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: tens.id, quantity: 10 }],
      expand: ['latest_invoice'],
    });
    expect(invoice).toMatchObject({ total: 1_880_000 });
  });

  it('a preview shows ten of its lines, fact 65', async () => {
    const { stripe, clock, customer, monthly } = await world();
    const { id } = await subscribe(stripe, customer, monthly);
    for (let number = 0; number < 29; number += 1) {
      await stripe.invoiceItems.create({
        customer: customer.id,
        subscription: id,
        amount: 10 + number,
        currency: 'usd',
      });
    }
    clock.now += 60;
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview.lines.data).toHaveLength(10);
    expect(preview.lines.has_more).toBe(true);
  });

  it('lines name what they come from, facts 460 to 465', async () => {
    const { stripe, clock, customer, monthly, price } = await world();
    const subscription = await subscribe(stripe, customer, monthly);
    clock.now += 864_000;
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: (await price(9000, 'month')).id }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    const { draft } = await manualInvoice(500);
    const lines: Record<string, Stripe.InvoiceLineItem | undefined> = {
      'whole period': subscription.latest_invoice.lines.data[0],
      'credit for unused time, always_invoice': (changed.latest_invoice as Stripe.Invoice).lines
        .data[0],
    };
    for (const { given, seen } of factsOf<{ line: string }, Shown>('shape.line_parent')) {
      const line = lines[given.line];
      const details = line?.parent?.subscription_item_details;
      const credited = details?.proration_details?.credited_items ? 'set' : null;
      const shown = {
        parent_type: line?.parent?.type,
        proration: details?.proration,
        proration_details_credited_items: credited,
      };
      if (line) {
        expect(shown).toEqual(seen);
      }
    }
    expect(draft.status).toBe('draft');
  });
});

describe('events, as they were recorded', () => {
  const happened = async (
    pay: (stripe: Stripe, invoice: string) => Promise<unknown>,
    items = 1,
  ) => {
    const { stripe, customer } = await world();
    const draft = await stripe.invoices.create({ customer: customer.id, currency: 'usd' });
    for (let number = 0; number < items; number += 1) {
      await stripe.invoiceItems.create({
        customer: customer.id,
        invoice: draft.id,
        amount: 1000,
        currency: 'usd',
      });
    }
    await stripe.invoices.finalizeInvoice(draft.id);
    await pay(stripe, draft.id);
    const { data } = await stripe.events.list({ limit: 100 });
    return data.reverse();
  };

  it.each(factsOf<Shown, { oldest_first: string[] }>('event.order'))(
    'come in this order, fact $id',
    async ({ seen }) => {
      const wanted = seen.oldest_first.filter(
        (type) => !type.startsWith('customer.') && type !== 'invoice_payment.paid',
      );
      const items = wanted.filter((type) => type === 'invoiceitem.created').length;
      const isByHand = !wanted.includes('charge.succeeded') && wanted.includes('invoice.paid');
      const events = await happened(
        (stripe, id) =>
          isByHand ? stripe.invoices.pay(id, { paid_out_of_band: true }) : stripe.invoices.pay(id),
        items,
      );
      let from = 0;
      const types = events.map(({ type }) => type as string);
      for (const type of wanted) {
        const at = types.indexOf(type, from);
        expect(at, `${type} after ${types.slice(0, from).at(-1)}`).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    },
  );

  it.each(
    factsOf<{ type: string }, { request_id: string; idempotency_key: string }>('event.request'),
  )('$given.type names its request, fact $id', async ({ given, seen }) => {
    const events = [
      ...(await happened((stripe, id) => stripe.invoices.pay(id))),
      ...(await happened((stripe, id) => stripe.invoices.pay(id, { paid_out_of_band: true }))),
    ];
    const event = events.find(({ type }) => type === given.type);
    expect(event?.request?.id ?? 'null').toMatch(seen.request_id === 'null' ? /^null$/ : /^req_/);
  });

  it('tell the names of what was different, facts 425 and 426', async () => {
    const events = await happened((stripe, id) => stripe.invoices.pay(id));
    const changes = events
      .filter(({ type }) => type === 'invoice.updated')
      .map(({ data }) => Object.keys(data.previous_attributes ?? {}));
    const [items, finalized, paid] = changes;
    expect(items).toEqual(
      expect.arrayContaining([
        'amount_due',
        'amount_remaining',
        'lines',
        'subtotal',
        'subtotal_excluding_tax',
        'total',
        'total_excluding_tax',
      ]),
    );
    expect(finalized).toEqual(
      expect.arrayContaining([
        'effective_at',
        'ending_balance',
        'hosted_invoice_url',
        'invoice_pdf',
        'number',
        'status',
        'status_transitions',
      ]),
    );
    expect(paid).toEqual(
      expect.arrayContaining([
        'amount_paid',
        'amount_remaining',
        'attempt_count',
        'attempted',
        'status',
        'status_transitions',
      ]),
    );
  });
});
