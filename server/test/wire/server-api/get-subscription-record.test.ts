import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, type Team } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, document, expectRefusal } from '../../harness/wire-client.ts';

describe('getSubscriptionRecord', () => {
  let app: TestApp;
  let team: Team;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    team = await createTeam(app);
    ({ secret } = await makeKey(app, ['subscriptions:read']));
  });
  afterAll(() => app.close());

  const read = (id = team.subscriptionId) =>
    callServer(app, `GET /subscriptions/${id}`, { secret });

  it('answers the subscription with what programs keep with it', async () => {
    const answer = await read();
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      id: team.subscriptionId,
      owner_id: team.owner.uid,
      name: null,
      plan_id: 'free',
      status: 'active',
      metadata: {},
      entitlements: { active: true, limits: {} },
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ended_at: null,
      version: expect.any(Number),
    });
  });

  it('shows the name and the end, each with a greater version', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const { version: first } = (await read(subscriptionId)).json();
    const { idToken } = owner;
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, { body, idToken });
    const named = (await read(subscriptionId)).json();
    expect(named.name).toBe('Acme');
    const data = { subscriptionId, confirmationId: subscriptionId };
    const answer = await callable(app, 'cancelSubscription', { data, idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    const ended = (await read(subscriptionId)).json();
    expect(ended).toMatchObject({ status: 'canceled', entitlements: { active: false } });
    expect(ended.ended_at).toEqual(expect.any(String));
    expect([named.version > first, ended.version > named.version]).toEqual([true, true]);
  });

  it('refuses an unknown one with subscription/unknown', async () => {
    expectRefusal(await read('nothing'), 'subscription/unknown');
  });
});
