import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp, type TestSettings } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, signIn } from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { billingInfo, dayMs, expectDone, settle } from '../support/payment-scenes.ts';

const yearlyUsd = { frequency: 'year', currency: 'usd' };
const monthlyUsd = { frequency: 'month', currency: 'usd' };
const monthlyEur = { frequency: 'month', currency: 'eur' };

/** Free in both currencies and Pro, at the prices that the emulator has. */
function soldAtStripe() {
  const ids = { price_pro_month_usd: 'price_pro_month', price_pro_year_usd: 'price_pro_year' };
  const rename = (id: string) =>
    id.startsWith('price_free')
      ? 'price_free_week'
      : (Object.entries(ids).find(([one]) => one === id)?.[1] ?? id);
  const plans = monthlyYearly().plans.map((plan) => ({
    ...plan,
    prices: plan.prices.map((price) => ({ ...price, priceIds: price.priceIds.map(rename) })),
  }));
  return { plans };
}

/** The owner of a project whose year of Pro in usd was left for Free and then ended at the provider. */
async function beginWithCredit(settings: TestSettings, advance: (ms: number) => Promise<void>) {
  let provider: PaymentProvider | undefined;
  const app = await createOwnTestApp({
    ...settings,
    payments(real) {
      provider = real;
      return real;
    },
  });
  await settle(app);
  let ada = await createPerson(app, 'Ada');
  const data = { planId: 'pro', ...yearlyUsd, billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { data, idToken: ada.idToken });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  const send = (name: string, more: object) =>
    callable(app, name, { data: { subscriptionId, ...more }, idToken: ada.idToken });
  await settle(app);
  const pass = async (ms: number) => {
    app.clock.advance(ms);
    await advance(ms);
    await settle(app);
    ada = await signIn(app, ada);
  };
  await pass(100 * dayMs);
  expectDone(await send('changeSubscriptionPlan', { planId: 'free' }));
  const { rows } = await sql<{ id: string; customerId: string }>`
    select provider_subscription_id as id, customer_id as "customerId"
    from billing_accounts`.execute(app.db);
  const [{ id, customerId } = expect.fail()] = rows;
  const payments = provider ?? expect.fail();
  await payments.endSubscription({ key: 'by-hand', id });
  await pass(dayMs);
  return {
    send,
    readCustomer: async () => (await payments.readCustomer(customerId)) ?? expect.fail(),
    newestInvoice: async () => (await payments.listInvoices(customerId, 1))[0] ?? expect.fail(),
  };
}

describe('the first payment of a project with credit of an ended subscription in usd', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  const providers = {
    sandbox: () => beginWithCredit({ product: monthlyYearly() }, async () => {}),
    async stripe() {
      const { url, advance, control } = emulator;
      await control('reset', { cfg: { final: 'unpaid' } });
      return beginWithCredit({ product: soldAtStripe(), env: stripeEnvironment(url) }, advance);
    },
  };
  const names = ['sandbox', 'stripe'] as const;

  it.each(names)('%s, in usd: costs what was shown, to the cent', async (name) => {
    const { send, readCustomer, newestInvoice } = await providers[name]();
    const { credit } = await readCustomer();
    expect(credit).toBeGreaterThan(25_000);
    const wanted = { planId: 'pro', ...yearlyUsd };
    const shown = expectDone(await send('previewPlanChange', wanted));
    expect(shown).toMatchObject({ due_now: { amount: 40_000 - credit, currency: 'usd' } });
    const { preview } = shown;
    expectDone(await send('changeSubscriptionPlan', { ...wanted, preview }));
    expect(await newestInvoice()).toMatchObject({ status: 'paid', due: shown.due_now });
    expect(await readCustomer()).toMatchObject({ credit: 0, creditCurrency: null });
  });

  it.each(names)('%s, in eur: refused until the credit is used up', async (name) => {
    const { send, readCustomer } = await providers[name]();
    const before = await readCustomer();
    expect(before).toMatchObject({ creditCurrency: 'usd' });
    const wanted = { planId: 'pro', ...monthlyEur };
    expectRefusal(await send('previewPlanChange', wanted), 'plan/no-such-price');
    expectRefusal(await send('changeSubscriptionPlan', wanted), 'plan/no-such-price');
    expect(await readCustomer()).toEqual(before);
    expectDone(await send('previewPlanChange', { ...wanted, ...monthlyUsd }));
  });

  // The emulator keeps the credit of a voided invoice, which Stripe gives back since 2019-12-03.
  it('sandbox, while another one waits for the bank: costs what was shown', async () => {
    const { send, newestInvoice, readCustomer } = await providers.sandbox();
    const { credit } = await readCustomer();
    const wanted = { planId: 'pro', ...yearlyUsd };
    const asking = billingInfo('pm_card_authenticationRequired');
    const waiting = await send('changeSubscriptionPlan', { ...wanted, billingInfo: asking });
    expect(expectDone(waiting).clientSecret).toBeTruthy();
    const inEuro = { planId: 'pro', ...monthlyEur };
    expectRefusal(await send('previewPlanChange', inEuro), 'plan/no-such-price');
    const shown = expectDone(await send('previewPlanChange', wanted));
    expect(shown).toMatchObject({ due_now: { amount: 40_000 - credit } });
    const { preview } = shown;
    const again = { ...wanted, preview, billingInfo: billingInfo() };
    expectDone(await send('changeSubscriptionPlan', again));
    expect(await newestInvoice()).toMatchObject({ status: 'paid', due: shown.due_now });
  });
});
