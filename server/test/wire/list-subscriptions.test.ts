import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { addMember } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
} from '../harness/wire-client.ts';

const path = '/v1/subscriptions';

describe('listSubscriptions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('answers an empty list to a new person', async () => {
    const { idToken } = await createPerson(app);
    const answer = await document(app, `GET ${path}`, { idToken });
    expect(answer.json()).toEqual({ subscriptions: [] });
  });

  it('answers one’s own and those one is a member of, newest first', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const first = await createFreeSubscription(app, ada);
    app.clock.advance(1_000);
    const second = await createFreeSubscription(app, grace);
    await addMember(app, { subscriptionId: second, uid: ada.uid });
    app.clock.advance(1_000);
    await createFreeSubscription(app, grace);

    const answer = await document(app, `GET ${path}`, { idToken: ada.idToken });

    expect(answer.json().subscriptions).toMatchObject([
      { id: second, owner_id: grace.uid, permissions: { access: [ada.uid] } },
      { id: first, owner_id: ada.uid, permissions: { access: [ada.uid], admin: [ada.uid] } },
    ]);
  });

  it('shows an incomplete subscription to its owner alone', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const id = await createFreeSubscription(app, ada);
    await addMember(app, { subscriptionId: id, uid: grace.uid });
    await sql`update subscriptions set status = 'incomplete' where id = ${id}`.execute(app.db);
    const own = await document(app, `GET ${path}`, { idToken: ada.idToken });
    expect(own.json().subscriptions).toHaveLength(1);
    const other = await document(app, `GET ${path}`, { idToken: grace.idToken });
    expect(other.json().subscriptions).toEqual([]);
    expectRefusal(
      await document(app, `GET ${path}/${id}`, { idToken: grace.idToken }),
      'access/denied',
    );
  });

  it('says what is paid for each, and when it ends by itself', async () => {
    const ada = await createPerson(app);
    const paid = await createPaidSubscription(app, ada);
    const free = await createFreeSubscription(app, ada);
    const endsAt = new Date('2030-01-01T00:00:00.000Z');
    await sql`
      update billing_accounts set price_amount = 800, ends_at = ${endsAt}
      where subscription_id = ${paid}`.execute(app.db);
    const { idToken } = ada;
    const answer = await document(app, `GET ${path}`, { idToken });
    const [first, second] = answer.json().subscriptions;
    expect(first).toMatchObject({ id: free, plan_id: 'free' });
    expect(first).not.toHaveProperty('price');
    expect(second).toMatchObject({
      id: paid,
      price: { amount: 800, currency: 'usd' },
      cancel_at: endsAt.toISOString(),
    });

    const data = { subscriptionId: paid, planId: 'free' };
    expect((await callable(app, 'changeSubscriptionPlan', { data, idToken })).statusCode).toBe(200);
    await sql`update billing_accounts set ends_at = ${endsAt}`.execute(app.db);
    const [, onFree] = (await document(app, `GET ${path}`, { idToken })).json().subscriptions;
    expect(onFree).toMatchObject({ id: paid, plan_id: 'free' });
    expect(onFree).not.toHaveProperty('price');
    expect(onFree).not.toHaveProperty('cancel_at');
  });

  it('refuses visitors and unknown query fields', async () => {
    expectRefusal(await document(app, `GET ${path}`), 'auth/unauthenticated');
    const { idToken } = await createPerson(app);
    expectRefusal(await document(app, `GET ${path}?owner_id=x`, { idToken }), 'request/invalid');
  });
});
