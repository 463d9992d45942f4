import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  type Person,
} from '../../harness/wire-client.ts';
import {
  answerChallenge,
  billingInfo,
  createPaidSubscription,
  expectDone,
  passTime,
  settle,
} from '../support/payment-scenes.ts';

const hourMs = 3_600_000;
const usd = (amount: number) => ({ amount, currency: 'usd' });

interface Line {
  readonly msg: string;
  readonly drift: string;
  readonly here: string;
  readonly there: string;
}

describe('the price that is charged', () => {
  let app: TestApp;
  let person: Person;
  let lines: Line[] = [];
  beforeAll(async () => {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    app = await createTestApp({ logger: { level: 'warn', stream } });
  });
  beforeEach(async () => {
    person = await createPerson(app);
  });
  afterAll(() => app.close());

  async function findPrice(subscriptionId: string) {
    const { rows } = await sql<{ ids: string[] | null; amount: number | null }>`
      select (select array_agg(item ->> 'price') from jsonb_array_elements(items) item) as ids,
        price_amount as amount
      from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
    return rows[0];
  }

  async function comeRound(): Promise<Line[]> {
    lines = [];
    person = await passTime(app, hourMs + 1_000, person);
    return lines;
  }

  const call = async (name: string, data: object) =>
    expectDone(await callable(app, name, { data, idToken: person.idToken }));

  it('is reported where another one is here, and repaired', async () => {
    const id = await createPaidSubscription(app, person, 'enterprise');
    await comeRound();
    const right = await findPrice(id);
    expect(right).toMatchObject({ amount: 3_000 });
    await sql`
      update billing_accounts set price_amount = 1 where subscription_id = ${id}`.execute(app.db);
    const ids = 'price_enterprise_extra_week and price_enterprise_week';
    const drift = { msg: 'billing drift', drift: 'price', here: `${ids} 1 usd` };
    expect(await comeRound()).toMatchObject([{ ...drift, there: `${ids} 3000 usd` }]);
    expect(await findPrice(id)).toEqual(right);
    expect(await comeRound()).toEqual([]);
  });

  it('is read within the hour after the upgrade, and is no drift before', async () => {
    const id = await createPaidSubscription(app, person);
    await settle(app);
    const right = await findPrice(id);
    await sql`
      update billing_accounts set items = null, price_amount = null, price_currency = null
      where subscription_id = ${id}`.execute(app.db);
    expect(await comeRound()).toEqual([]);
    expect(await findPrice(id)).toEqual(right);
    expect(right).toEqual({ ids: ['price_pro_week'], amount: 1_000 });
  });

  it('is the free plan’s until the first payment is through, and none once it has ended', async () => {
    const subscriptionId = await createFreeSubscription(app, person);
    const info = billingInfo('pm_card_authenticationRequired');
    const change = { subscriptionId, planId: 'pro', billingInfo: info };
    const { clientSecret } = await call('changeSubscriptionPlan', change);
    await settle(app);
    const summary = () => call('getBillingSummary', { subscriptionId });
    expect(await summary()).toMatchObject({ plan_id: 'free', price: usd(0) });
    expect(await findPrice(subscriptionId)).toEqual({ ids: null, amount: null });

    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    expect(await summary()).toMatchObject({ plan_id: 'pro', price: usd(1_000) });
    expect(await findPrice(subscriptionId)).toEqual({ ids: ['price_pro_week'], amount: 1_000 });

    await call('cancelSubscription', { subscriptionId, confirmationId: subscriptionId });
    expect(await findPrice(subscriptionId)).toEqual({ ids: null, amount: null });
  });
});
