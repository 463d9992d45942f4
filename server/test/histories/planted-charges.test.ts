import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { createCrowd } from '../harness/crowd.ts';
import { type StripeEmulator, startEmulator } from '../payment-provider/stripe/emulator.ts';
import { compareBooks } from './compare-books.ts';
import { playHistories } from './rounds.ts';
import { withoutWaiting } from './sold-plans.ts';
import { askStripe, hasEnded, readState, type StripeObject } from './stripe/stripe-dashboard.ts';
import { openStripeWorld, type StripeWorld } from './stripe/stripe-world.ts';

const weekSeconds = 7 * 86_400;

/** The project that is charged twice, as Stripe has it. */
interface Charged {
  readonly url: string;
  readonly customer: string;
  readonly subscription: StripeObject;
  readonly card: string;
}

type Plant = (charged: Charged) => Promise<string>;

/** Charges that neither a person nor the product may make; each answers the check's sentence about it. */
const plants: readonly (readonly [string, Plant])[] = [
  ['a second invoice for a week that is paid', writeInvoice],
  ['a second payment without an invoice', chargeCard],
  ['a second subscription of the same purchase', subscribeAgain],
  ['a change that nobody wanted', changePlan],
];

describe('a double charge that is planted after histories on the emulator', () => {
  let emulator: StripeEmulator;
  let world: StripeWorld;
  let reference: string;
  beforeAll(async () => {
    emulator = await startEmulator();
    world = await openStripeWorld({ emulator, product: { billing: withoutWaiting } });
    const [person = expect.fail()] = await createCrowd(world.app, 1);
    reference = await createPaidSubscription(world.app, person);
    // So that nothing but the planted charge is wrong.
    const { outside: _, operator: __, ...calm } = { ...world, tamper: async () => undefined };
    expect(await playHistories([calm], { seed: 7, histories: 3, rounds: 3 })).toEqual([]);
  }, 300_000);
  afterAll(async () => {
    await world.close();
    await emulator.stop();
  });

  const check = async () => compareBooks(world.app, await world.readBooks(), world.planted);

  it.each(plants)('%s: is found by the check that histories end with', async (_what, plant) => {
    const before = new Set(await check());
    const sentence = await plant(await findCharged(emulator.url, reference));
    const found = (await check()).filter((one) => !before.has(one));
    expect(found).toContainEqual(sentence);
  });
});

async function findCharged(url: string, reference: string): Promise<Charged> {
  const state = await readState(url);
  const [subscription = expect.fail('The project has no subscription.')] = state.filter(
    (one) =>
      one.object === 'subscription' && one.metadata.subscriptionId === reference && !hasEnded(one),
  );
  const { customer, default_payment_method } = subscription;
  const { invoice_settings } = state.find(({ id }) => id === customer) ?? expect.fail();
  const card = default_payment_method ?? invoice_settings.default_payment_method ?? '';
  return { url, customer, subscription, card };
}

async function ask(url: string, path: string, params: Record<string, string> = {}) {
  return (await askStripe(url, path, params)) ?? expect.fail(`Stripe has refused ${path}.`);
}

async function writeInvoice({ url, customer, subscription }: Charged): Promise<string> {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  await ask(url, 'invoiceitems', {
    customer,
    amount: '1000',
    currency: 'usd',
    'period[start]': String(end - weekSeconds),
    'period[end]': String(end),
  });
  const written = { customer, pending_invoice_items_behavior: 'include', auto_advance: 'false' };
  const { id } = await ask(url, 'invoices', written);
  await ask(url, `invoices/${id}/finalize`);
  const { status } = await ask(url, `invoices/${id}/pay`);
  expect(status).toBe('paid');
  return `${customer} was charged ${id}, which somebody wrote by hand.`;
}

async function chargeCard({ url, customer, card }: Charged): Promise<string> {
  const payment = { customer, payment_method: card, amount: '1000', currency: 'usd' };
  const { status, latest_charge } = await ask(url, 'payment_intents', {
    ...payment,
    confirm: 'true',
    off_session: 'true',
  });
  expect(status).toBe('succeeded');
  return `${customer} was charged ${latest_charge} without an invoice.`;
}

async function subscribeAgain({ url, customer, card, subscription }: Charged): Promise<string> {
  const { subscriptionId = '', intentId = '', installation = '' } = subscription.metadata;
  const { id, status } = await ask(url, 'subscriptions', {
    customer,
    default_payment_method: card,
    'items[0][price]': 'price_pro_week',
    'metadata[subscriptionId]': subscriptionId,
    'metadata[intentId]': intentId,
    'metadata[installation]': installation,
  });
  expect(status).toBe('active');
  return `${subscription.id} and ${id} are charged at the same time.`;
}

async function changePlan({ url, subscription }: Charged): Promise<string> {
  const { id } = await ask(url, `subscriptions/${subscription.id}`, {
    'items[0][id]': subscription.items.data[0]?.id ?? '',
    'items[0][price]': 'price_enterprise_week',
    proration_behavior: 'always_invoice',
  });
  expect(id).toBe(subscription.id);
  return `${subscription.metadata.subscriptionId} was charged for 1 changes and wanted 0.`;
}
