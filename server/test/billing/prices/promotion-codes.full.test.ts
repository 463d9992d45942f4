import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import {
  createOwnTestApp,
  createTestApp,
  type TestApp,
  type TestSettings,
} from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  countRows,
  dayMs,
  expectDone,
  listChargeable,
  passTime,
  settle,
} from '../support/payment-scenes.ts';
import { readFromStripe } from '../support/sandbox.ts';

const monthly = { planId: 'pro', frequency: 'month', currency: 'usd' };
const usd = (amount: number) => ({ amount, currency: 'usd' });
const product = { ...monthlyYearly(), billing: { cancel: 'now' as const, promotionCodes: true } };
const openShop = (settings: TestSettings = {}) => createOwnTestApp({ product, ...settings });

interface Purchase {
  readonly promotionCode?: string;
  readonly card?: string;
  readonly key?: string;
}

const buy = (app: TestApp, { idToken }: Person, { card, key, ...code }: Purchase = {}) =>
  callable(app, 'createSubscription', {
    data: { ...monthly, billingInfo: billingInfo(card), ...code },
    idToken,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

describe('a purchase with a promotion code', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product });
  });
  afterAll(() => app.close());

  const read = async (subscriptionId: string, { idToken }: Person) =>
    expectDone(await callable(app, 'getBillingSummary', { data: { subscriptionId }, idToken }));

  it('charges less as long as the code lasts, and says so ahead', async () => {
    let ada = await createPerson(app);
    const bought = expectDone(await buy(app, ada, { promotionCode: 'half' }));
    const id = String(bought.subscriptionId);
    expect((await atProvider(app, id)).invoices).toMatchObject([{ status: 'paid', due: 2_000 }]);
    expect(await read(id, ada)).toMatchObject({
      price: usd(4_000),
      next_invoice: { total: usd(4_000), discount: usd(0) },
    });
    ada = await passTime(app, 32 * dayMs, ada);
    const { invoices } = await atProvider(app, id);
    expect(invoices.map(({ due }) => due)).toEqual([2_000, 4_000]);
  });

  it('shows the discount of the next invoice', async () => {
    const ada = await createPerson(app);
    const bought = expectDone(await buy(app, ada, { promotionCode: 'FIRST20' }));
    expect(await read(String(bought.subscriptionId), ada)).toMatchObject({
      price: usd(4_000),
      next_invoice: { total: usd(3_200), subtotal: usd(4_000), discount: usd(800) },
    });
  });

  it("stores the provider's id of the code and never the typed word", async () => {
    const ada = await createPerson(app);
    expectDone(await buy(app, ada, { promotionCode: 'FiveOff' }));
    const { rows } = await sql<{ input: string }>`
      select input::text as input from intents where account_id = ${ada.uid}`.execute(app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.input).toContain('"discountId": "promo_five"');
    expect(rows[0]?.input).not.toMatch(/fiveoff/i);
  });

  it('of 100 % keeps the card, charges nothing, and is active', async () => {
    let ada = await createPerson(app);
    const { subscriptionId } = expectDone(await buy(app, ada, { promotionCode: 'GIFT' }));
    const id = String(subscriptionId);
    expect(await atProvider(app, id)).toMatchObject({
      subscriptions: ['active'],
      cards: ['4242'],
      invoices: [{ status: 'paid', total: 0, due: 0 }],
    });
    expect(await read(id, ada)).toMatchObject({ status: 'active', needs_card: false });
    const data = { subscriptionId: id, confirmationId: id };
    ada = await passTime(app, 32 * dayMs, ada);
    expect((await atProvider(app, id)).invoices[1]).toMatchObject({ status: 'paid', due: 4_000 });
    expectDone(await callable(app, 'cancelSubscription', { data, idToken: ada.idToken }));
  });

  it('of 100 %: its buyer is no new customer afterwards, also months later', async () => {
    let ada = await createPerson(app);
    const { subscriptionId } = expectDone(await buy(app, ada, { promotionCode: 'GIFT' }));
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { data, idToken: ada.idToken }));
    expectRefusal(await buy(app, ada, { promotionCode: 'FIRST20' }), 'billing/code-invalid');
    ada = await passTime(app, 100 * dayMs, ada);
    expectRefusal(await buy(app, ada, { promotionCode: 'FIRST20' }), 'billing/code-invalid');
  });

  it('of 100 % asks for a card', async () => {
    const { idToken } = await createPerson(app);
    const data = { ...monthly, promotionCode: 'GIFT' };
    expectRefusal(
      await callable(app, 'createSubscription', { data, idToken }),
      'billing/card-missing',
    );
  });

  it.each(['NO-SUCH-CODE', 'OLD'])('refuses %s, and nothing is left', async (promotionCode) => {
    const ada = await createPerson(app);
    const left = [await countRows(app, 'subscriptions'), await countRows(app, 'intents')];
    expectRefusal(await buy(app, ada, { promotionCode }), 'billing/code-invalid');
    expect([await countRows(app, 'subscriptions'), await countRows(app, 'intents')]).toEqual(left);
    expect(await listChargeable(app, ada)).toEqual([]);
  });

  it('refuses a code for the free plan', async () => {
    const { idToken } = await createPerson(app);
    const data = { planId: 'free', promotionCode: 'HALF' };
    expectRefusal(
      await callable(app, 'createSubscription', { data, idToken }),
      'billing/code-invalid',
    );
  });

  it('repeated: answers the first answer, although the code is used up', async () => {
    const ada = await createPerson(app);
    const wanted = { promotionCode: 'SINGLE', key: 'once' };
    const first = expectDone(await buy(app, ada, wanted));
    expect(expectDone(await buy(app, ada, wanted))).toEqual(first);
    expect(await readFromStripe(app, '/v1/promotion_codes/promo_single')).toMatchObject({
      times_redeemed: 1,
    });
    const other = await buy(app, await createPerson(app), wanted);
    expectRefusal(other, 'billing/code-invalid');
  });

  it('declined: a purchase without the code goes on', async () => {
    const ada = await createPerson(app);
    const card = 'pm_card_chargeCustomerFail';
    const declined = await buy(app, ada, { promotionCode: 'HALF', card });
    expectRefusal(declined, 'billing/card-refused', 'Your card was declined.');
    expect(await listChargeable(app, ada)).toEqual([]);
    const { subscriptionId } = expectDone(await buy(app, ada));
    const { invoices } = await atProvider(app, String(subscriptionId));
    expect(invoices.at(-1)).toMatchObject({ status: 'paid', due: 4_000 });
  });
});

describe('a code for first purchases', () => {
  it('is redeemed once by one person who sends six purchases at a time, and again after a decline', async () => {
    const app = await openShop();
    const ada = await createPerson(app);
    const card = 'pm_card_chargeCustomerFail';
    const declined = await buy(app, ada, { promotionCode: 'FIRST20', card });
    expectRefusal(declined, 'billing/card-refused', 'Your card was declined.');
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((key) => buy(app, ada, { promotionCode: 'FIRST20', key })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(5);
    for (const answer of refused) {
      expectRefusal(answer, 'billing/code-invalid');
    }
    await settle(app);
    expect(await listChargeable(app, ada)).toHaveLength(1);
  });
});

describe('a promotion code that is used up between its look-up and the charge', () => {
  it('refuses with billing/code-invalid, charges nothing, and leaves no project', async () => {
    let meanwhile = async (): Promise<unknown> => undefined;
    const app = await openShop({
      payments: (real) => ({
        ...real,
        async startSubscription(wanted) {
          await meanwhile();
          return await real.startSubscription(wanted);
        },
      }),
    });
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    meanwhile = async () => {
      meanwhile = async () => undefined;
      expectDone(await buy(app, grace, { promotionCode: 'SINGLE' }));
    };
    expectRefusal(await buy(app, ada, { promotionCode: 'SINGLE' }), 'billing/code-invalid');
    await settle(app);
    expect(await listChargeable(app, ada)).toEqual([]);
    const { rows } = await sql`
      select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
    expect(rows).toEqual([]);
    const { subscriptionId } = expectDone(await buy(app, ada));
    expect((await atProvider(app, String(subscriptionId))).invoices).toMatchObject([
      { status: 'paid', due: 4_000 },
    ]);
  });
});
