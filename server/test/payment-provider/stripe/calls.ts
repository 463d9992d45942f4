import { beforeAll, describe, expect, it } from 'vitest';
import type { ProviderSubscription } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { proMonth, proYear } from '../contract/calendar.ts';
import {
  dayMs,
  enterprise,
  free,
  makeCustomer,
  newKept,
  newKey,
  newStart,
  payWith,
  pro,
  read,
  secretOf,
  subscribe,
  subscriptionOf,
  weekly,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import type { StripeEmulator } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

const readOne = 'GET /v1/subscriptions/:id';
const list = 'GET /v1/subscriptions';
const payment = 'GET /v1/invoice_payments';
const preview = 'POST /v1/invoices/create_preview';
const update = 'POST /v1/subscriptions/:id';
const cancel = 'DELETE /v1/subscriptions/:id';
const invoiceList = 'GET /v1/invoices';
const paymentList = 'GET /v1/invoice_payments';
const voidOne = 'POST /v1/invoices/:id/void';
const writeOff = 'POST /v1/invoices/:id/mark_uncollectible';

/** How many requests an operation is made of; each one takes its time and counts against Stripe's limits. */
export function callCases(rig: () => EmulatorRig): void {
  describe('the requests to Stripe', () => {
    // The server does the same when it starts; the amounts of the prices are known from then on.
    let provider: ProviderRig['provider'];
    beforeAll(async () => {
      ({ provider } = rig());
      await provider.checkPrices([
        weekly(free, 0),
        weekly(pro, 1_000),
        weekly(enterprise, 3_000),
        { ...weekly(proMonth, 4_000), frequency: 'month' },
        { ...weekly(proYear, 40_000), frequency: 'year' },
      ]);
    });
    const counted = (): EmulatorRig => ({ ...rig(), provider });

    customerCalls(counted);
    startCalls(counted);
    readingCalls(counted);
    changeCalls(counted);
    endCalls(counted);
  });
}

function customerCalls(rig: () => EmulatorRig): void {
  const attach = 'POST /v1/payment_methods/pm_card_visa/attach';
  const write = 'POST /v1/customers/:id';

  it('a new customer: one; keeping its first card with the address: two', async () => {
    const { provider } = rig();
    const customer = { key: newKey(), subscriptionId: newKey(), email: 'a@example.com' };
    const create = () => provider.createCustomer(customer);
    expect(await sentBy(rig(), create)).toEqual(['POST /v1/customers']);
    const kept = newKept(await create(), 'pm_card_visa');
    expect(await sentBy(rig(), () => provider.keepCard(kept))).toEqual([attach, write]);
  });

  it('keeping a card where a subscription is charged: three', async () => {
    const { customerId, subscription } = await subscribe(rig(), pro);
    const kept = newKept(customerId, 'pm_card_visa', { chargedId: subscription.id });
    const sent = await sentBy(rig(), ({ provider }) => provider.keepCard(kept));
    expect(sent).toEqual([attach, update, write]);
  });

  it('reading a customer: one', async () => {
    const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
    const sent = await sentBy(rig(), ({ provider }) => provider.readCustomer(customerId));
    expect(sent).toEqual(['GET /v1/customers/:id']);
  });

  it('listing cards: two; none of a customer without a card', async () => {
    const { customerId, card } = await subscribe(rig(), pro);
    const ask = () => sentBy(rig(), ({ provider }) => provider.listCards(customerId));
    const cards = 'GET /v1/customers/:id/payment_methods';
    expect(await ask()).toEqual([cards, list]);
    await rig().provider.detachCard({ key: newKey(), cardId: card.id });
    expect(await ask()).toEqual([cards]);
  });
}

function startCalls(rig: () => EmulatorRig): void {
  const create = 'POST /v1/subscriptions';

  it('starting a subscription: one when it is paid, the reading besides when it is repeated', async () => {
    const start = newStart(await makeCustomer(rig(), 'pm_card_visa'), pro);
    const ask = () => sentBy(rig(), ({ provider }) => provider.startSubscription(start));
    expect(await ask()).toEqual([create]);
    expect(await ask()).toEqual([create, readOne]);
  });

  it('starting one whose bank asks: the payment besides', async () => {
    const start = newStart(await makeCustomer(rig(), 'pm_card_authenticationRequired'), pro);
    const sent = await sentBy(rig(), ({ provider }) => provider.startSubscription(start));
    expect(sent).toEqual([create, payment]);
  });

  it('starting one that is declined: its invoice is voided, which ends it', async () => {
    const start = newStart(await makeCustomer(rig(), 'pm_card_chargeCustomerFail'), pro);
    const sent = await sentBy(rig(), ({ provider }) => provider.startSubscription(start));
    expect(sent).toEqual([create, payment, voidOne, readOne]);
  });
}

function readingCalls(rig: () => EmulatorRig): void {
  it.each([
    { invoice: 'paid', card: 'pm_card_visa', expected: [readOne] },
    { invoice: 'open', card: 'pm_card_authenticationRequired', expected: [readOne, payment] },
  ])('reading a subscription whose invoice is $invoice: $expected', async ({ card, expected }) => {
    const start = newStart(await makeCustomer(rig(), card), pro);
    const { id } = subscriptionOf(await rig().provider.startSubscription(start));
    const sent = await sentBy(rig(), ({ provider }) => provider.readSubscription(id));
    expect(sent).toEqual(expected);
  });

  it('the next total: one, and one about a pause; the newest invoices: one', async () => {
    const { customerId, subscription } = await subscribe(rig(), pro);
    const { provider } = rig();
    for (const items of [enterprise, pro]) {
      await provider.changePrices({ ...changeTo(subscription, items), key: newKey() });
    }
    const total = await sentBy(rig(), () => provider.readNextTotal(subscription.id));
    expect(total).toEqual([preview, readOne]);
    const invoices = await sentBy(rig(), () => provider.listInvoices(customerId, 2));
    expect(invoices).toEqual([invoiceList]);
    expect(await provider.listInvoices(customerId, 2)).toHaveLength(2);
  });
}

function changeCalls(rig: () => EmulatorRig): void {
  it.each([
    { name: 'up', from: pro, to: enterprise, previewed: [readOne, preview] },
    { name: 'down', from: enterprise, to: pro, previewed: [readOne, preview] },
    { name: 'to the price of 0', from: pro, to: free, previewed: [readOne, preview] },
    { name: 'from the price of 0', from: free, to: pro, previewed: [readOne, preview] },
    { name: 'to a year', from: proMonth, to: proYear, previewed: [readOne, preview] },
  ])('a plan change $name: $previewed for its preview, two for itself', async (wanted) => {
    const { from, to, previewed } = wanted;
    const { subscription } = await subscribe(rig(), from);
    const change = changeTo(subscription, to);
    const { provider } = rig();
    expect(await sentBy(rig(), () => provider.previewChange(change))).toEqual(previewed);
    const keyed = { ...change, key: newKey() };
    expect(await sentBy(rig(), () => provider.changePrices(keyed))).toEqual([readOne, update]);
    expect(await sentBy(rig(), () => provider.changePrices(keyed))).toEqual([readOne]);
    expect(await read(rig(), subscription.id)).toMatchObject({ items: to });
  });
}

function endCalls(rig: () => EmulatorRig): void {
  it('ending a subscription that owes nothing: two', async () => {
    const { subscription } = await subscribe(rig(), pro);
    const end = { key: newKey(), id: subscription.id };
    const ask = () => sentBy(rig(), ({ provider }) => provider.endSubscription(end));
    expect(await ask()).toEqual([cancel, invoiceList]);
    expect(await ask()).toEqual([cancel, readOne, invoiceList]);
  });

  it.each([
    { name: 'nothing delivered', ms: weekMs + 60_000, steps: [voidOne] },
    {
      name: 'a part',
      ms: weekMs + dayMs,
      // Whether the bank still decides about it is read before it is credited.
      steps: [paymentList, 'POST /v1/credit_notes', writeOff],
    },
  ])('ending one that owes $name: $steps and the reading besides', async ({ ms, steps }) => {
    const { customerId, subscription } = await subscribe(rig(), pro);
    await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
    await rig().advance(ms);
    const end = { key: newKey(), id: subscription.id };
    const sent = await sentBy(rig(), ({ provider }) => provider.endSubscription(end));
    expect(sent).toEqual([cancel, invoiceList, ...steps, readOne]);
  });

  it('giving up a first payment: three', async () => {
    const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
    const charge = await rig().provider.startSubscription(newStart(paying, pro));
    expect(secretOf(charge)).toBeTruthy();
    const wanted = { key: newKey(), id: subscriptionOf(charge).id };
    const sent = await sentBy(rig(), ({ provider }) => provider.giveUpSubscription(wanted));
    expect(sent).toEqual([readOne, voidOne, readOne]);
  });
}

/** At the beginning of the first period, so that no time has to pass. */
const changeTo = (subscription: ProviderSubscription, items: readonly PriceItem[]) => ({
  providerSubscriptionId: subscription.id,
  items,
  at: subscription.periodStart ?? new Date(0),
});

/** Ids of the objects left out. */
async function sentBy(
  rig: EmulatorRig,
  work: (rig: EmulatorRig) => Promise<unknown>,
): Promise<string[]> {
  const before = (await rig.emulator.requests()).length;
  await work(rig);
  const requests = (await rig.emulator.requests()).slice(before);
  return requests.map(
    ({ method, path }) => `${method} ${path.replace(/\/(sub|cus|in)_\w+/, '/:id')}`,
  );
}
