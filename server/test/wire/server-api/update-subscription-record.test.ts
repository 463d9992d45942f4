import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, setStatus, type Team } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, document, expectRefusal } from '../../harness/wire-client.ts';

type Patch = Readonly<Record<string, string | null>>;

describe('updateSubscriptionRecord', () => {
  let app: TestApp;
  let team: Team;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    team = await createTeam(app);
    ({ secret } = await makeKey(app, ['subscriptions:write', 'subscriptions:read']));
  });
  afterAll(() => app.close());

  const update = (metadata: Patch, id = team.subscriptionId) =>
    callServer(app, `PATCH /subscriptions/${id}`, { secret, body: { metadata } });

  async function readAudit(id: string) {
    const { rows } = await sql<{ user_agent: string }>`
      select user_agent from audit_events join audit_origins on event_id = id
      where action = 'subscription.metadata-updated' and subject_id = ${id}`.execute(app.db);
    return rows;
  }

  it('sets keys, keeps the others, and removes those that are null', async () => {
    const answer = await update({ tenant: 't_1', region: 'eu', empty: '' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().metadata).toEqual({ tenant: 't_1', region: 'eu', empty: '' });
    const next = await update({ region: null, seats: '12', unknown: null });
    expect(next.json().metadata).toEqual({ tenant: 't_1', empty: '', seats: '12' });
    expect(next.json().version).toBeGreaterThan(answer.json().version);
  });

  it('changes nothing when the same request comes again', async () => {
    const { subscriptionId } = await createTeam(app);
    const first = await update({ tenant: 't_2' }, subscriptionId);
    const again = await update({ tenant: 't_2' }, subscriptionId);
    expect(again.body).toBe(first.body);
    expect(await readAudit(subscriptionId)).toHaveLength(1);
    expect((await update({}, subscriptionId)).body).toBe(first.body);
  });

  it('keeps what two requests write at the same time', async () => {
    const { subscriptionId } = await createTeam(app);
    const patches = Array.from({ length: 8 }, (_, place) => ({ [`key-${place}`]: `${place}` }));
    await Promise.all(patches.map((patch) => update(patch, subscriptionId)));
    const { metadata } = (await update({}, subscriptionId)).json();
    expect(metadata).toEqual(Object.assign({}, ...patches));
  });

  it('is recorded with the key as its origin, and not in the activity that members read', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const { id, secret: other } = await makeKey(app, ['subscriptions:write', 'subscriptions:read']);
    const body = { metadata: { note: 'large account' } };
    await callServer(app, `PATCH /subscriptions/${subscriptionId}`, { secret: other, body });
    expect(await readAudit(subscriptionId)).toEqual([{ user_agent: `API key ${id}` }]);
    const data = { subscriptionId, page: 1, pageSize: 10 };
    const { idToken } = owner;
    expect((await callable(app, 'getActivity', { data, idToken })).body).not.toContain('metadata');
    const seen = await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
    expect(seen.body).not.toContain('large account');
  });

  it.each(['canceled', 'incomplete', 'unpaid'] as const)('works while it is %s', async (status) => {
    const { subscriptionId } = await createTeam(app);
    await setStatus(app, subscriptionId, status);
    expect((await update({ closed: 'yes' }, subscriptionId)).json().metadata).toEqual({
      closed: 'yes',
    });
  });

  it('takes 50 keys, and refuses one more with metadata/too-many-keys', async () => {
    const { subscriptionId } = await createTeam(app);
    const entries = Array.from({ length: 50 }, (_, n) => [`key ${n}`, 'x'.repeat(500)]);
    const fifty = { ...Object.fromEntries(entries), 'key 7': '值'.repeat(500) };
    const answer = await update(fifty, subscriptionId);
    expect(answer.statusCode, answer.body).toBe(200);
    const refused = await update({ more: 'x' }, subscriptionId);
    expectRefusal(refused, 'metadata/too-many-keys');
    const swapped = await update({ 'key 0': null, more: 'x' }, subscriptionId);
    expect(Object.keys(swapped.json().metadata)).toHaveLength(50);
  });

  it.each([
    [{ metadata: { ['k'.repeat(41)]: 'x' } }],
    [{ metadata: { '': 'x' } }],
    [{ metadata: { key: 'x'.repeat(501) } }],
    [{ metadata: { key: 7 } }],
    [{ metadata: { key: 'a\u0000b' } }],
    [{ metadata: ['x'] }],
    [{ metadata: null }],
    [{}],
    [{ metadata: {}, status: 'canceled' }],
  ])('refuses %j and writes nothing', async (body) => {
    const before = (await update({})).body;
    const { subscriptionId } = team;
    const answer = await callServer(app, `PATCH /subscriptions/${subscriptionId}`, {
      secret,
      body,
    });
    expectRefusal(answer, 'request/invalid');
    expect((await update({})).body).toBe(before);
  });

  it('refuses an unknown one with subscription/unknown', async () => {
    expectRefusal(await update({ tenant: 'x' }, 'nothing'), 'subscription/unknown');
  });
});
