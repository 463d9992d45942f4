import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refund } from '../../../src/cli/billing.ts';
import { readPlans } from '../../harness/plan-prices.ts';
import { createTestApp, findLocation, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document, signIn } from '../../harness/wire-client.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import { billingInfo, dayMs, expectDone, settle, weekMs } from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe, turnCards } from '../support/sandbox.ts';

interface Selling {
  readonly currency: string;
  /** Pro and Enterprise a week, as the configuration writes them, and in minor units. */
  readonly prices: readonly [number, number];
  readonly minor: readonly [number, number];
  /** Smallest amount that can be charged. */
  readonly step: number;
  /** A part of the first payment, as an operator writes it, and an amount that cannot be refunded. */
  readonly part: readonly [string, number];
  readonly wrong: string;
  readonly toText: (amount: number) => string;
}

const inWhole = (code: string) => (amount: number) =>
  `${code}${amount.toLocaleString('en-US', { maximumFractionDigits: 0 })}`;

/** Three decimals of which the last is 0, none, and hundredths of which only whole hundreds are charged. */
const sold: readonly Selling[] = [
  {
    currency: 'kwd',
    prices: [3.33, 10.01],
    minor: [3_330, 10_010],
    step: 10,
    part: ['1.250', 1_250],
    wrong: '1.255',
    toText: (amount) => `KWD\u00a0${(amount / 1_000).toFixed(3)}`,
  },
  {
    currency: 'jpy',
    prices: [999, 3_001],
    minor: [999, 3_001],
    step: 1,
    part: ['250', 250],
    wrong: '2.50',
    toText: inWhole('¥'),
  },
  {
    currency: 'isk',
    prices: [4_999, 9_999],
    minor: [499_900, 999_900],
    step: 100,
    part: ['1250', 125_000],
    wrong: '12.50',
    toText: (amount) => inWhole('ISK\u00a0')(amount / 100),
  },
  {
    currency: 'ugx',
    prices: [36_999, 110_001],
    minor: [3_699_900, 11_000_100],
    step: 100,
    part: ['1250', 125_000],
    wrong: '12.50',
    toText: (amount) => inWhole('UGX\u00a0')(amount / 100),
  },
];

/** The configuration's plans, each for one price in each currency. */
const plans = readPlans('hearth.json').map((plan) => ({
  ...plan,
  prices: plan.prices.flatMap((week) =>
    sold.map(({ currency, prices: [pro, enterprise] }) => {
      const paid = plan.id === 'pro' ? pro : enterprise;
      const priceIds = [`price_${plan.id}_${currency}`];
      return { ...week, currency, price: plan.free ? 0 : paid, priceIds };
    }),
  ),
}));

describe.each(sold)('a project that pays in $currency', (selling) => {
  const { currency, minor, step, part, wrong, toText } = selling;
  const [pro, enterprise] = minor;
  const money = (amount: number) => ({ amount, currency });
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product: { plans }, standsStill: true });
  });
  afterAll(() => app.close());

  async function begin() {
    let ada = await createPerson(app, 'Ada');
    const wanted = { planId: 'pro', currency, billingInfo: billingInfo() };
    const bought = await callable(app, 'createSubscription', { data: wanted, ...ada });
    const subscriptionId = String(expectDone(bought).subscriptionId);
    const { id: customer } = (await findCustomer(app, subscriptionId)) ?? expect.fail();
    const call = async (name: string, more: object = {}) =>
      expectDone(await callable(app, name, { data: { subscriptionId, ...more }, ...ada }));
    return {
      subscriptionId,
      call,
      async pass(ms: number) {
        app.clock.advance(ms);
        await settle(app);
        ada = await signIn(app, ada);
      },
      /** Newest last. */
      async invoices() {
        const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
        const { invoices } = (await document(app, path, ada)).json();
        return invoices.toReversed();
      },
      atStripe: (kind: 'charges' | 'invoices' | 'credit_notes') =>
        listAtStripe(app, `/v1/${kind}?customer=${customer}`),
      mails: async (kind: string) =>
        (await moneyMailsTo(app, ada)).filter((mail) => mail.kind === kind),
    };
  }

  it('is charged, listed, mailed and told to programs what was shown, also for a part of a week', async () => {
    const { call, pass, invoices, atStripe, mails } = await begin();
    const leftMs = weekMs - 2 * dayMs - 12_345_000;
    await pass(weekMs - leftMs);
    const shown = await call('previewPlanChange', { planId: 'enterprise' });
    const { preview } = shown;
    await call('changeSubscriptionPlan', { planId: 'enterprise', preview });
    await settle(app);

    const partOf = (amount: number) => Math.round((amount * leftMs) / weekMs / step) * step;
    const due = partOf(enterprise) - partOf(pro);
    expect(shown).toMatchObject({ due_now: money(due), next: money(enterprise) });
    const charges = await atStripe('charges');
    expect(charges.map(({ amount }) => amount)).toEqual([pro, due]);
    const listed = [
      { total: pro, currency },
      { total: due, currency },
    ];
    expect(await invoices()).toMatchObject(listed);
    const receipts = (await mails('receipt')).map(({ text }) => text);
    expect(receipts).toEqual([
      expect.stringContaining(toText(pro)),
      expect.stringContaining(toText(due)),
    ]);
    const { rows } = await sql<{ total: number }>`
      select data -> 'total' as total from events
      where type = 'invoice.paid' order by position`.execute(app.db);
    expect(rows.map(({ total }) => total)).toEqual([pro, due]);

    await pass(leftMs);
    expect((await atStripe('charges')).at(-1)).toMatchObject(money(enterprise));
  });

  it('gets the refund that an operator writes, and then the rest', async () => {
    const { invoices, mails } = await begin();
    await settle(app);
    const [{ id: name }] = await invoices();
    const location = await findLocation(app);
    const enter = (amount?: string) =>
      refund({ name, amount, isAgain: false }, { ...app, location });
    await expect(enter(wrong)).rejects.toThrow('Write the amount');
    const [text, amount] = part;
    expect((await enter(text)).text).toContain(toText(pro - amount));
    expect((await enter()).exitCode).toBe(0);
    await settle(app);

    const made = await listAtStripe(app, '/v1/refunds');
    expect(made.map((one) => one.amount)).toEqual([amount, pro - amount]);
    expect(await invoices()).toMatchObject([{ total: pro, refunded: pro }]);
    const told = (await mails('refund')).map((mail) => mail.text);
    expect(told).toEqual([
      expect.stringContaining(toText(amount)),
      expect.stringContaining(toText(pro - amount)),
    ]);
  });

  it('owes only the days of a renewal that passed before it was canceled', async () => {
    const { call, pass, invoices, atStripe, subscriptionId } = await begin();
    await turnCards(app, subscriptionId, 'pm_card_chargeCustomerFail');
    await pass(weekMs);
    expect(await call('getBillingSummary')).toMatchObject({ owed: money(pro) });
    await pass(2 * dayMs + 12_345_000);
    await call('cancelSubscription', { confirmationId: subscriptionId });

    const leftMs = 5 * dayMs - 12_345_000;
    const undelivered = Math.ceil((pro * leftMs) / weekMs / step) * step;
    expect(await atStripe('credit_notes')).toMatchObject([{ amount: undelivered }]);
    expect((await invoices()).at(-1)).toMatchObject({ status: 'uncollectible' });
    const [, renewal] = await atStripe('invoices');
    expect(renewal).toMatchObject({ amount_remaining: pro - undelivered });
  });
});
