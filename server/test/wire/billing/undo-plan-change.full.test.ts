import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaidSubscription,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  settle,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { listAtStripe, sendToStripe } from '../../billing/support/sandbox.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember, itemRows } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const product = {
  billing: {
    cancel: 'ask' as const,
    promotionCodes: false,
    downgrade: { cheaper: 'period-end' as const },
  },
};

describe('undoPlanChange', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp({ product });
  });
  afterAll(() => app.close());

  const call = (name: string, data: object, key?: string) =>
    callable(app, name, {
      data,
      idToken: ada.idToken,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const undo = (subscriptionId: string, key?: string) =>
    call('undoPlanChange', { subscriptionId }, key);

  /** A paid subscription that becomes free when its week is over. */
  async function begin(): Promise<string> {
    ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    expectDone(await call('changeSubscriptionPlan', { subscriptionId, planId: 'free' }));
    return subscriptionId;
  }

  it('a plan that an operator gave: billing/card-missing, and without details billing/details-incomplete', async () => {
    const id = await begin();
    const card = sql`
      update billing_accounts set free_until = scheduled_at, card = null
      where subscription_id = ${id}`;
    await card.execute(app.db);
    expectRefusal(await undo(id), 'billing/card-missing');
    await sql`
      update billing_accounts set details = null, card = '{"brand":"visa","last4":"4242"}'
      where subscription_id = ${id}`.execute(app.db);
    expectRefusal(await undo(id), 'billing/details-incomplete');
  });

  it('keeps the present plan: it renews as before', async () => {
    const id = await begin();
    expect(await readSubscription(app, id, ada)).toMatchObject({
      plan_id: 'pro',
      scheduled: { plan_id: 'free', frequency: null },
    });
    expect(expectDone(await undo(id))).toEqual({});
    expect(await readSubscription(app, id, ada)).not.toHaveProperty('scheduled');
    ada = await passTime(app, weekMs, ada);
    expect(await readSubscription(app, id, ada)).toMatchObject({ plan_id: 'pro' });
  });

  it('refuses where nothing is scheduled, paid or free, with plan/not-scheduled', async () => {
    ada = await createPerson(app);
    const ids = [await createPaidSubscription(app, ada), await createFreeSubscription(app, ada)];
    for (const id of ids) {
      expectRefusal(await undo(id), 'plan/not-scheduled');
    }
  });

  it('refuses what has taken effect with plan/not-scheduled, known here or not', async () => {
    const id = await begin();
    app.clock.advance(weekMs + 60_000);
    ada = await signIn(app, ada);
    await app.app.runDue();
    expectRefusal(await undo(id), 'plan/not-scheduled');
    await settle(app);
    expect(await readSubscription(app, id, ada)).toMatchObject({ plan_id: 'free' });
    expectRefusal(await undo(id, 'other'), 'plan/not-scheduled');
  });

  it('refuses one that was canceled with subscription/canceled', async () => {
    const id = await begin();
    const data = { subscriptionId: id, confirmationId: id };
    expectDone(await call('cancelSubscription', data));
    expectRefusal(await undo(id), 'subscription/canceled');
  });

  it('answers the same key as at first, and another request with billing/key-reused', async () => {
    const id = await begin();
    expectDone(await undo(id, 'key'));
    expectDone(await undo(id, 'key'));
    expectRefusal(await undo(id, 'other'), 'plan/not-scheduled');
    const other = await createPaidSubscription(app, ada);
    expectRefusal(await undo(other, 'key'), 'billing/key-reused');
  });

  it('refuses while another change is open with billing/under-way', async () => {
    const id = await begin();
    await openIntent(app, id, ada);
    expectRefusal(await undo(id), 'billing/under-way');
  });

  it('refuses with billing/provider-unavailable, and is done once the provider answers', async () => {
    const id = await begin();
    const answer = await withoutProvider(app, () => undo(id, 'key'));
    expectRefusal(answer, 'billing/provider-unavailable');
    ada = await passTime(app, 60_000, ada);
    await settle(app);
    expect(await readSubscription(app, id, ada)).not.toHaveProperty('scheduled');
    expectDone(await undo(id, 'key'));
  });

  it('is for the owner alone', async () => {
    const id = await begin();
    ada = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: ada.uid, permissions: ['access', 'admin'] });
    expectRefusal(await undo(id), 'access/owner-only');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    await sql`
      insert into billing_accounts
        (subscription_id, customer_id, provider_subscription_id, scheduled_items, scheduled_at)
      values (${subscriptionId}, 'cus_elsewhere', 'sub_elsewhere', ${itemRows('price_free_week')}, now())`.execute(
      own.db,
    );
    const data = { subscriptionId };
    expectRefusal(await callable(own, 'undoPlanChange', { data, idToken }), 'billing/not-set-up');
  });
});

describe('undoPlanChange, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected('dropScheduled', async ({ app, idToken, subscriptionId }) => {
      await sql`
        update billing_accounts set scheduled_at = now(), scheduled_items = ${itemRows('price_free_week')}
        where subscription_id = ${subscriptionId}`.execute(app.db);
      // It is scheduled at the provider too, else it counts as undone already.
      const [charged] = await listAtStripe(app, '/v1/subscriptions');
      const path = '/v1/subscription_schedules';
      const { id, phases } = await sendToStripe(app, path, { from_subscription: charged?.id });
      const [{ start_date: start, end_date: end }] = phases;
      await sendToStripe(app, `${path}/${id}`, {
        'phases[0][items][0][price]': 'price_pro_week',
        'phases[0][start_date]': String(start),
        'phases[0][end_date]': String(end),
        'phases[1][items][0][price]': 'price_free_week',
      });
      const data = { subscriptionId };
      return await callable(app, 'undoPlanChange', { data, idToken });
    }));
});
