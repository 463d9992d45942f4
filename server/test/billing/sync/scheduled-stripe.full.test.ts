import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  send,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { createPaidSubscription, settle } from '../support/payment-scenes.ts';

interface Schedule {
  readonly id: string;
  readonly phases?: readonly { readonly start_date: number; readonly end_date: number }[];
}

const weekMs = 7 * 86_400_000;
const minuteMs = 60_000;

describe('a plan change that is scheduled at Stripe', () => {
  let emulator: StripeEmulator;
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    emulator = await startEmulator();
    const downgrade = { cheaper: 'period-end' } as const;
    app = await createTestApp({
      logger: false,
      env: stripeEnvironment(emulator.url),
      product: { billing: { cancel: 'ask', promotionCodes: false, downgrade } },
    });
    await app.app.checkPrices();
    await settle(app);
  });
  afterAll(async () => {
    await app.close();
    await emulator.stop();
  });

  async function begin(): Promise<string> {
    ada = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada, 'enterprise');
    await settle(app);
    return subscriptionId;
  }

  /** Answers how many requests to Stripe the call took. */
  async function count(name: string, data: object): Promise<number> {
    const before = (await emulator.requests()).length;
    const answer = await callable(app, name, { idToken: ada.idToken, data });
    expect(answer.statusCode, answer.body).toBe(200);
    return (await emulator.requests()).length - before;
  }

  const read = async (id: string) =>
    (await document(app, `GET /v1/subscriptions/${id}`, ada)).json();

  async function pass(ms: number): Promise<void> {
    app.clock.advance(ms);
    await emulator.advance(ms);
    await settle(app);
    await settle(app);
    ada = await signIn(app, ada);
  }

  it('takes few requests, and its plan is followed when the period ends', async () => {
    const subscriptionId = await begin();
    const toPro = { subscriptionId, planId: 'pro' };
    expect(await count('previewPlanChange', toPro)).toBe(1);
    expect(await count('changeSubscriptionPlan', toPro)).toBe(5);
    expect(await read(subscriptionId)).toMatchObject({ scheduled: { plan_id: 'pro' } });
    expect(await count('undoPlanChange', { subscriptionId })).toBe(3);
    expect(await read(subscriptionId)).not.toHaveProperty('scheduled');

    await count('changeSubscriptionPlan', toPro);
    await pass(weekMs + minuteMs);
    expect(await read(subscriptionId)).toMatchObject({ plan_id: 'pro', status: 'active' });
    expect(await read(subscriptionId)).not.toHaveProperty('scheduled');
    // The schedule is still attached, and released with the first request that sets an end.
    expect(await count('cancelSubscription', { subscriptionId, when: 'period-end' })).toBe(3);
    expect(await read(subscriptionId)).toHaveProperty('cancel_at');
  });

  it.each([
    ['a price of the configuration: is shown', 'price_free_week', { plan_id: 'free' }],
    ['another price: is shown as nothing', 'price_pro_month', undefined],
  ])('by an operator, to %s', async (_, price, scheduled) => {
    const subscriptionId = await begin();
    const { rows } = await sql<{ id: string }>`
      select provider_subscription_id as id from billing_accounts
      where subscription_id = ${subscriptionId}`.execute(app.db);
    const id = rows[0]?.id ?? expect.fail('nothing is charged');
    const made = await send(emulator.url, '/v1/subscription_schedules', { from_subscription: id });
    const schedule = `/v1/subscription_schedules/${made}`;
    const state = await fetch(`${emulator.url}/_control/state`);
    const all = (await state.json()) as readonly Schedule[];
    const [present] = all.find((one) => one.id === made)?.phases ?? [];
    await send(emulator.url, schedule, {
      'phases[0][items][0][price]': 'price_enterprise_week',
      'phases[0][items][1][price]': 'price_enterprise_extra_week',
      'phases[0][start_date]': String(present?.start_date),
      'phases[0][end_date]': String(present?.end_date),
      'phases[1][items][0][price]': price,
    });
    await pass(minuteMs);
    const shown = await read(subscriptionId);
    expect(shown.scheduled?.plan_id).toBe(scheduled?.plan_id);
    expect(await count('undoPlanChange', { subscriptionId })).toBe(3);
  });
});
