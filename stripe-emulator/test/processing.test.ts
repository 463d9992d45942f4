import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expanded, subscribe, world } from './billing.ts';

const hour = 3_600;
const day = 24 * hour;

type World = Awaited<ReturnType<typeof world>>;

async function pass({ emulator }: World, seconds: number) {
  await emulator.control.advance({ seconds });
}

async function newestOf({ stripe, customer }: World): Promise<Stripe.Invoice> {
  const { data } = await stripe.invoices.list({ customer: customer.id, expand: ['data.payments'] });
  return data[0] ?? expect.fail('no invoice');
}

/** The bank decides on the payment of the newest invoice. */
async function decide(given: World, success: boolean) {
  const { payments } = await newestOf(given);
  const intent = payments?.data[0]?.payment.payment_intent;
  await given.emulator.control.decide_processing({ id: String(intent), success });
}

const statusOf = async ({ stripe }: World, id: string) =>
  (await stripe.subscriptions.retrieve(id)).status;

describe('a bank that decides later', () => {
  it('a first payment: nobody pays it twice, nothing expires meanwhile, and it succeeds', async () => {
    const given = await world('pm_card_staysProcessing');
    const { stripe, customer, monthly } = given;
    const { id, latest_invoice: invoice } = await subscribe(stripe, customer, monthly);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await expect(
      stripe.invoices.pay(invoice.id, { payment_method: card.id }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await pass(given, 2 * day);
    expect(await statusOf(given, id)).toBe('incomplete');
    await decide(given, true);
    expect(await statusOf(given, id)).toBe('active');
    expect((await newestOf(given)).status).toBe('paid');
  });

  it('a first payment that fails late, after its 23 hours: it expires then', async () => {
    const given = await world('pm_card_staysProcessing');
    const { id } = await subscribe(given.stripe, given.customer, given.monthly);
    await pass(given, 2 * day);
    await decide(given, false);
    await pass(given, 1);
    expect(await statusOf(given, id)).toBe('incomplete_expired');
    expect((await newestOf(given)).status).toBe('void');
  });

  it('a renewal: active and tried once meanwhile, past due and tried again once it fails', async () => {
    const given = await world();
    const { stripe, customer, monthly } = given;
    const { id } = await subscribe(stripe, customer, monthly);
    const slow = await stripe.paymentMethods.attach('pm_card_staysProcessing', {
      customer: customer.id,
    });
    await stripe.subscriptions.update(id, { default_payment_method: slow.id });
    await pass(given, 33 * day);
    expect(await statusOf(given, id)).toBe('active');
    expect(await newestOf(given)).toMatchObject({ status: 'open', next_payment_attempt: null });
    const { data: events } = await stripe.events.list({ type: 'payment_intent.processing' });
    expect(events).toHaveLength(1);

    await decide(given, false);
    expect(await statusOf(given, id)).toBe('past_due');
    const open = await newestOf(given);
    expect(open).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(open.next_payment_attempt).not.toBeNull();
  });

  it('a change that has to be paid first waits, and is applied when the bank has paid', async () => {
    const given = await world();
    const { stripe, customer, monthly, price } = given;
    const { id, items } = await subscribe(stripe, customer, monthly);
    const dear = await price(9_000, 'month');
    const slow = await stripe.paymentMethods.attach('pm_card_staysProcessing', {
      customer: customer.id,
    });
    await stripe.subscriptions.update(id, { default_payment_method: slow.id });
    const waiting = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: dear.id }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    expect(waiting.pending_update).not.toBeNull();
    expect(expanded(waiting.latest_invoice)).toMatchObject({ status: 'open' });
    await pass(given, 2 * day);
    await decide(given, true);
    const after = await stripe.subscriptions.retrieve(id);
    expect(after.pending_update).toBeNull();
    expect(after.items.data[0]?.price.id).toBe(dear.id);
  });
});
