import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { itemRows } from '../../harness/factories.ts';
import { monthlyYearly, withPrice } from '../../harness/plan-prices.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { itemsAt } from '../../payment-provider/contract/steps.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import { atProvider, billingInfo, expectDone, settle } from '../support/payment-scenes.ts';

const hourMs = 3_600_000;
const monthlyUsd = { frequency: 'month', currency: 'usd' };
const yearlyUsd = { frequency: 'year', currency: 'usd' };
const yearlyEur = { frequency: 'year', currency: 'eur' };

type Seams = Omit<Parameters<typeof createOwnTestApp>[0], 'product'>;

async function open(seams: Seams = {}): Promise<{ app: TestApp; ada: Person }> {
  const app = await createOwnTestApp({ product: monthlyYearly(), ...seams });
  return { app, ada: await createPerson(app) };
}

/** The owner of a project that was bought at the price, or of a free one. */
async function begin(price?: object, seams?: Seams) {
  const { app, ada } = await open(seams);
  const buy = { planId: 'pro', ...price, billingInfo: billingInfo() };
  const bought = () => callable(app, 'createSubscription', { ...ada, data: buy });
  const subscriptionId = price
    ? String(expectDone(await bought()).subscriptionId)
    : await createFreeSubscription(app, ada);
  await settle(app);
  const send = (name: string, more: object = {}) =>
    callable(app, name, { ...ada, data: { subscriptionId, ...more } });
  return {
    app,
    ada,
    subscriptionId,
    send,
    call: async (name: string, more?: object) => expectDone(await send(name, more)),
    read: async (path = `/${subscriptionId}`) =>
      (await document(app, `GET /v1/subscriptions${path}`, ada)).json(),
  };
}

describe('a purchase at one of several prices', () => {
  it('given a frequency and a currency: charges that price, and says so everywhere', async () => {
    const { app, ada, call, read, subscriptionId } = await begin(yearlyEur);
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices).toMatchObject([{ status: 'paid', due: 39_000 }]);

    const charged = { plan_id: 'pro', status: 'active', ...yearlyEur };
    expect(await read()).toMatchObject(charged);
    const listed = await read('');
    expect(listed.subscriptions).toMatchObject([
      { ...charged, price: { amount: 39_000, currency: 'eur' } },
    ]);
    expect(await call('getBillingSummary')).toMatchObject({
      price: { amount: 39_000, currency: 'eur' },
      frequency: 'year',
      is_retired_price: false,
    });
    const renamed = await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, {
      ...ada,
      body: { settings: { name: 'Engine' } },
    });
    expect(renamed.json()).toMatchObject(yearlyEur);

    const [receipt] = await moneyMailsTo(app, ada);
    expect(receipt?.text).toContain('Plan: Pro, billed yearly');
    expect(receipt?.text).toContain('€390.00');
  });

  it('given a yearly price: shows the spending by month, in its currency', async () => {
    const { call } = await begin(yearlyEur);
    const { per, currency, periods } = await call('getSpending');
    expect({ per, currency }).toEqual({ per: 'month', currency: 'eur' });
    const months = periods as { paid: number; starts_at: string; ends_at: string }[];
    expect(months.map(({ paid }) => paid)).toEqual([...Array(11).fill(0), 39_000]);
    for (const [index, { starts_at, ends_at }] of months.entries()) {
      const days = (Date.parse(ends_at) - Date.parse(starts_at)) / (24 * hourMs);
      expect(days >= 28 && days <= 31, `${days} days`).toBe(true);
      expect(starts_at).toBe(months[index - 1]?.ends_at ?? starts_at);
    }
  });

  it('given the free plan: needs no name of a price, and names none', async () => {
    const { call, read } = await begin();
    const project = await read();
    expect(project).toMatchObject({ plan_id: 'free', status: 'active' });
    expect(project).not.toHaveProperty('frequency');
    expect(project).not.toHaveProperty('currency');
    expect(await call('getBillingSummary')).toMatchObject({ frequency: null });
    expect(await call('getSpending')).toMatchObject({ per: 'month', currency: 'usd' });
  });

  it('given the free plan after a paid one: names the currency, which the project keeps', async () => {
    const { app, read, call, send } = await begin(yearlyEur);
    await call('changeSubscriptionPlan', { planId: 'free' });
    await settle(app);
    const project = await read();
    expect(project).toMatchObject({ plan_id: 'free', currency: 'eur' });
    expect(project).not.toHaveProperty('frequency');
    const inDollars = await send('changeSubscriptionPlan', { planId: 'pro', ...monthlyUsd });
    expectRefusal(inDollars, 'plan/no-such-price');
  });

  it('given prices that the configuration has lost: names the currency only', async () => {
    const { app, read, call } = await begin(monthlyUsd);
    await sql`update billing_accounts set items = ${itemRows('price_unheard_of')}`.execute(app.db);
    const project = await read();
    expect(project).toMatchObject({ currency: 'usd' });
    expect(project).not.toHaveProperty('frequency');
    expect(await call('getBillingSummary')).toMatchObject({ frequency: null });
  });
});

describe('the first payment of a free project', () => {
  it('is shown for the price that is named, until a calendar month or year later', async () => {
    const { app, call } = await begin();
    const preview = (named: object) => call('previewPlanChange', { planId: 'pro', ...named });
    const at = app.clock.now();
    const shownDays = async (named: object) =>
      (Date.parse(String((await preview(named)).next_at)) - at.getTime()) / (24 * hourMs);
    expect(await preview(monthlyUsd)).toMatchObject({
      due_now: { amount: 4_000, currency: 'usd' },
      next: { amount: 4_000, currency: 'usd' },
    });
    expect(await shownDays(monthlyUsd)).toBeGreaterThan(27.9);
    expect(await shownDays(monthlyUsd)).toBeLessThan(31.1);
    expect(await preview(yearlyEur)).toMatchObject({
      due_now: { amount: 39_000, currency: 'eur' },
    });
    expect(Math.round(await shownDays(yearlyEur))).toBeGreaterThanOrEqual(365);
  });

  it('takes the price of the preview: one of another price is refused', async () => {
    const { call, send, read } = await begin();
    const { preview } = await call('previewPlanChange', { planId: 'pro', ...monthlyUsd });
    const change = { planId: 'pro', preview, billingInfo: billingInfo() };
    for (const other of [yearlyUsd, { ...monthlyUsd, currency: 'eur' }]) {
      expectRefusal(
        await send('changeSubscriptionPlan', { ...change, ...other }),
        'billing/preview-outdated',
      );
    }
    expect(await read()).toMatchObject({ plan_id: 'free' });
    await call('changeSubscriptionPlan', { ...change, ...monthlyUsd });
    expect(await read()).toMatchObject({ plan_id: 'pro', ...monthlyUsd });
  });
});

/** Changes the price at the provider, as an operator does. */
async function moveToYear({ db, clock }: TestApp, payments: PaymentProvider): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select provider_subscription_id as id from billing_accounts`.execute(db);
  await payments.changePrices({
    key: 'elsewhere',
    providerSubscriptionId: rows[0]?.id ?? '',
    items: itemsAt('price_pro_year_usd'),
    at: clock.now(),
  });
}

describe('a change of a subscription per month in usd', () => {
  it('that names no price: keeps frequency and currency', async () => {
    const { call, read } = await begin(monthlyUsd);
    await call('changeSubscriptionPlan', { planId: 'enterprise' });
    expect(await read()).toMatchObject({ plan_id: 'enterprise', ...monthlyUsd });
  });

  it.each([
    ['the present plan', { planId: 'pro' }, 'plan/same'],
    ['the present plan and price', { planId: 'pro', ...monthlyUsd }, 'plan/same'],
    ['another currency', { planId: 'pro', currency: 'eur' }, 'plan/no-such-price'],
    [
      'another currency of another plan',
      { planId: 'enterprise', ...yearlyEur },
      'plan/no-such-price',
    ],
    ['a week', { planId: 'enterprise', frequency: 'week' }, 'plan/no-such-price'],
  ] as const)('to %s: refused, in the preview too', async (_to, named, code) => {
    const { send, read } = await begin(monthlyUsd);
    expectRefusal(await send('previewPlanChange', named), code);
    expectRefusal(await send('changeSubscriptionPlan', named), code);
    expect(await read()).toMatchObject({ plan_id: 'pro', ...monthlyUsd });
  });

  it('to a year of the same plan: says so in the document, the mail and the activity', async () => {
    const { app, ada, call, read } = await begin(monthlyUsd);
    await call('changeSubscriptionPlan', { planId: 'pro', frequency: 'year' });
    await settle(app);
    expect(await read()).toMatchObject({ plan_id: 'pro', ...yearlyUsd });
    expect(await call('getBillingSummary')).toMatchObject({
      price: { amount: 40_000, currency: 'usd' },
      frequency: 'year',
    });
    const mails = (await moneyMailsTo(app, ada)).filter(({ kind }) => kind === 'plan-changed');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your project at Hearth is now billed yearly',
    ]);
    expect(mails[0]?.text).toContain('Plan: Pro, billed yearly instead of monthly');
    const page = { page: 1, pageSize: 10 };
    const { activities } = await call('getActivity', page);
    expect(activities).toMatchObject([
      { action: 'billing.payment-received' },
      {
        action: 'subscription.plan-changed',
        details: {
          plan_id: { from: 'pro', to: 'pro' },
          frequency: { from: 'month', to: 'year' },
        },
      },
      { action: 'billing.payment-received' },
      { action: 'subscription.created' },
    ]);
  });

  it('to the free plan: refused where it has no price in that currency', async () => {
    const { app, send } = await begin(monthlyUsd);
    const { plans } = app.config.product;
    const inEuro = plans.map((plan) =>
      plan.free ? { ...plan, prices: plan.prices.filter((one) => one.currency === 'eur') } : plan,
    );
    plans.splice(0, plans.length, ...inEuro);
    expectRefusal(await send('changeSubscriptionPlan', { planId: 'free' }), 'plan/no-such-price');
  });

  it('that names no price: refused where the present one changes while the card is saved', async () => {
    let meanwhile = async (_real: PaymentProvider): Promise<unknown> => undefined;
    const { app, send, read } = await begin(monthlyUsd, {
      payments: (real) => ({
        ...real,
        async keepCard(card) {
          await meanwhile(real);
          return await real.keepCard(card);
        },
      }),
    });
    meanwhile = (real) => moveToYear(app, real);
    const data = { planId: 'enterprise', billingInfo: billingInfo() };
    expectRefusal(await send('changeSubscriptionPlan', data), 'billing/under-way');
    await settle(app);
    expect(await read()).toMatchObject({ plan_id: 'pro', ...yearlyUsd });
  });

  it('made at the provider: followed, and told once', async () => {
    let payments: PaymentProvider | undefined;
    const scene = await begin(monthlyUsd, {
      payments(real) {
        payments = real;
        return real;
      },
    });
    const { app, ada, read } = scene;
    await moveToYear(app, payments ?? expect.fail('no provider'));
    await settle(app);
    await settle(app);
    expect(await read()).toMatchObject({ plan_id: 'pro', ...yearlyUsd });
    const subjects = (await moneyMailsTo(app, ada)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('billed yearly'))).toHaveLength(1);
  });
});

describe('a retired price of a plan with several', () => {
  /** The calls of a subscriber per month in usd, after a restart with Pro's prices of the frequency raised. */
  async function beginRaised(frequency: string) {
    const { app, ada, subscriptionId } = await begin(monthlyUsd);
    const plans = app.config.product.plans.map((plan) => ({
      ...plan,
      prices: plan.prices.map((price) =>
        plan.id === 'pro' && price.frequency === frequency
          ? { ...price, priceIds: [`${price.priceIds[0]}_2`], retired: [price.priceIds] }
          : price,
      ),
    }));
    const config = { ...app.config, product: { ...app.config.product, plans } };
    const restarted = await openSecondApp({ ...app, config });
    return (name: string, more: object = {}) =>
      callable(restarted, name, { ...ada, data: { subscriptionId, ...more } });
  }

  it('keeps its frequency, and can be left for the present price', async () => {
    const send = await beginRaised('month');
    expect(expectDone(await send('getBillingSummary'))).toMatchObject({
      frequency: 'month',
      is_retired_price: true,
    });
    expectDone(await send('changeSubscriptionPlan', { planId: 'pro' }));
    expect(expectDone(await send('getBillingSummary'))).toMatchObject({
      frequency: 'month',
      is_retired_price: false,
    });
    expectRefusal(await send('previewPlanChange', { planId: 'pro' }), 'plan/same');
  });

  it('of another frequency changes nothing', async () => {
    const send = await beginRaised('year');
    expect(expectDone(await send('getBillingSummary'))).toMatchObject({ is_retired_price: false });
    expectRefusal(await send('previewPlanChange', { planId: 'pro' }), 'plan/same');
  });
});

describe('a fault of one price', () => {
  it('stops the sale of this price only, and of the plan once all of its prices have one', async () => {
    let faulty: readonly string[] = ['price_pro_year_usd'];
    const { app, ada } = await open({
      payments: (real) => ({
        ...real,
        checkPrices: async (asked) => ({
          account: [],
          prices: asked.map(({ priceIds }) => priceIds.filter((id) => faulty.includes(id))),
        }),
      }),
    });
    await app.app.checkPrices();
    const buy = (named: object) =>
      callable(app, 'createSubscription', {
        ...ada,
        data: { planId: 'pro', ...named, billingInfo: billingInfo() },
      });
    const readPro = async () => {
      const { plans } = (await app.server.inject('/config.json')).json();
      const pro = plans.find(({ id }: { id: string }) => id === 'pro');
      return [pro.forSale, ...pro.prices.map((price: { forSale: boolean }) => price.forSale)];
    };
    expectRefusal(await buy(yearlyUsd), 'billing/not-set-up');
    expectDone(await buy(monthlyUsd));
    expectDone(await buy(yearlyEur));
    expect(await readPro()).toEqual([true, true, false, true, true]);

    faulty = monthlyYearly().plans.flatMap(({ prices }) => prices.flatMap((one) => one.priceIds));
    await app.app.checkPrices();
    expect(await readPro()).toEqual([false, false, false, false, false]);
    expectRefusal(await buy(monthlyUsd), 'billing/not-set-up');
  });
});

describe('the public configuration', () => {
  it('lists every price in minor units, and the flat fields where there is one', async () => {
    const { app } = await open();
    const [free, pro] = (await app.server.inject('/config.json')).json().plans;
    const offered = { forSale: true, legacy: false };
    expect(pro.prices).toEqual([
      { ...monthlyUsd, amount: 4_000, ...offered },
      { ...yearlyUsd, amount: 40_000, ...offered },
      { frequency: 'month', currency: 'eur', amount: 3_900, ...offered },
      { ...yearlyEur, amount: 39_000, ...offered },
    ]);
    for (const plan of [free, pro]) {
      expect(plan).not.toHaveProperty('price');
      expect(plan).not.toHaveProperty('frequency');
    }
    const single = await createOwnTestApp({
      product: {
        plans: (await createOwnTestApp({})).config.product.plans.map((plan) =>
          withPrice(plan, { frequency: 'month' }),
        ),
      },
    });
    const plans = (await single.server.inject('/config.json')).json().plans;
    expect(plans[1]).toMatchObject({
      price: 10,
      currency: 'usd',
      frequency: 'month',
      prices: [{ frequency: 'month', currency: 'usd', amount: 1_000 }],
    });
  });
});
