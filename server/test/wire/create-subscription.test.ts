import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { callable, createPerson, document, expectRefusal, type Person } from '../wire-client.ts';

describe('createSubscription', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const create = (data: unknown, idToken = ada.idToken) =>
    callable(app, 'createSubscription', { data, idToken });

  it('makes the caller the owner, with the default and every admin-level permission', async () => {
    const answer = await create({ planId: 'free' });

    expect(answer.statusCode).toBe(200);
    const { subscriptionId } = answer.json().data;
    const { idToken } = ada;
    const read = await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
    expect(read.json()).toEqual({
      id: subscriptionId,
      owner_id: ada.uid,
      plan_id: 'free',
      status: 'active',
      settings: {},
      permissions: { access: [ada.uid], admin: [ada.uid] },
      create_time: expect.any(String),
    });
  });

  it('records who did it and from where', async () => {
    const { subscriptionId } = (await create({ planId: 'free' })).json().data;
    const { rows } = await sql`
      select action, actor_id, address from audit_events e join audit_origins o on o.event_id = e.id
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toEqual([
      { action: 'subscription.created', actor_id: ada.uid, address: '127.0.0.1' },
    ]);
  });

  it.each([
    ['plan/unknown', 'platinum'],
    ['plan/legacy', 'gold'],
    ['plan/paid-not-available', 'pro'],
    ['plan/paid-not-available', 'enterprise'],
  ] as const)('refuses with %s', async (code, planId) => {
    const before = await countSubscriptions();
    expectRefusal(await create({ planId }), code);
    expect(await countSubscriptions()).toBe(before);
  });

  it('refuses visitors', async () => {
    const answer = await callable(app, 'createSubscription', { data: { planId: 'free' } });
    expect(answer.statusCode).toBe(401);
    expectRefusal(answer, 'auth/unauthenticated');
  });

  it.each([
    [null],
    [{}],
    [{ planId: 7 }],
    [{ planId: 'free', owner_id: 'someone' }],
    [{ planId: 'fr\u0000ee' }],
  ])('refuses the payload %j', async (data) => {
    const answer = await create(data);
    expect(answer.statusCode).toBe(400);
    expectRefusal(answer, 'request/invalid');
  });

  async function countSubscriptions(): Promise<string | undefined> {
    const { rows } = await sql<{ count: string }>`select count(*) from subscriptions`.execute(
      app.db,
    );
    return rows[0]?.count;
  }
});
