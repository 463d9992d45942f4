import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription, settle } from '../../billing/support/payment-scenes.ts';
import { createTeam, joinTeam, setStatus, type Team } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectRefusal,
  identity,
} from '../../harness/wire-client.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('listEvents', () => {
  let app: TestApp;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ secret } = await makeKey(app, [
      'events:read',
      'subscriptions:write',
      'subscriptions:read',
      'members:read',
    ]));
  });
  afterAll(() => app.close());

  const list = (query = '') => callServer(app, `GET /events${query}`, { secret });

  async function readAll(): Promise<Event[]> {
    const events: Event[] = [];
    let query = '?limit=100';
    for (;;) {
      const answer = await list(query);
      expect(answer.statusCode, answer.body).toBe(200);
      const { data, next_cursor } = answer.json();
      events.push(...data);
      if (next_cursor === null) {
        return events;
      }
      query = `?limit=100&after=${next_cursor}`;
    }
  }

  /** Events that the work has written, in their order. */
  async function eventsOf(work: () => Promise<unknown>): Promise<Event[]> {
    const before = (await readAll()).length;
    await work();
    return (await readAll()).slice(before);
  }

  const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
  const rename = ({ owner, subscriptionId }: Team, name: string) =>
    document(app, `PATCH /v1/subscriptions/${subscriptionId}`, {
      body: { settings: { name } },
      idToken: owner.idToken,
    });

  it('tells of a new account, its project and its owner', async () => {
    let team: Team | undefined;
    const events = await eventsOf(async () => {
      team = await createTeam(app);
    });
    const { owner, subscriptionId } = team ?? expect.fail();
    expect(typesOf(events)).toEqual(['account.created', 'subscription.created', 'member.added']);
    const [account, subscription, member] = events;
    expect(account).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'account.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: expect.objectContaining({ uid: owner.uid, email: owner.email, disabled: false }),
    });
    const record = await callServer(app, `GET /subscriptions/${subscriptionId}`, { secret });
    // The membership that follows raises the version.
    const { version: _version, ...rest } = record.json();
    expect(subscription?.data).toEqual({ ...rest, version: expect.any(Number) });
    expect(member?.data).toEqual({
      subscription_id: subscriptionId,
      uid: owner.uid,
      permissions: ['access', 'editor', 'admin'],
      is_owner: true,
      version: expect.any(Number),
    });
  });

  it('tells what an update changed, and nothing if nothing did', async () => {
    const team = await createTeam(app);
    await rename(team, 'Acme');
    const events = await eventsOf(async () => {
      await rename(team, 'Acme');
      await rename(team, 'Acme Analytics');
      const body = { metadata: { tenant: 't_1' } };
      await callServer(app, `PATCH /subscriptions/${team.subscriptionId}`, { secret, body });
    });
    expect(typesOf(events)).toEqual(['subscription.updated', 'subscription.updated']);
    expect(events[0]?.data).toMatchObject({ name: 'Acme Analytics', previous: { name: 'Acme' } });
    expect(events[1]?.data).toMatchObject({ previous: { metadata: {} } });
    expect(events[1]?.data.previous).not.toHaveProperty('name');
  });

  it('tells who joins, holds other permissions, and leaves', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const member = await joinTeam(app, team);
    const events = await eventsOf(async () => {
      const data = { subscriptionId, userId: member.uid };
      const permissions = ['access', 'editor'];
      const changed = { data: { ...data, permissions }, idToken: owner.idToken };
      expect((await callable(app, 'updateUserPermissions', changed)).statusCode).toBe(200);
      const removed = await callable(app, 'removeUser', { data, idToken: owner.idToken });
      expect(removed.statusCode).toBe(200);
    });
    expect(typesOf(events)).toEqual(['member.updated', 'member.removed']);
    const [updated, removed] = events.map(({ data }) => data);
    expect(updated).toMatchObject({ uid: member.uid, permissions: ['access', 'editor'] });
    expect(removed).toMatchObject({ uid: member.uid, subscription_id: subscriptionId });
    expect(Number(removed?.version)).toBeGreaterThan(Number(updated?.version));
  });

  it('a transfer of ownership: tells of both members, last as they are afterwards', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const admin = await joinTeam(app, team, ['admin']);
    const events = await eventsOf(async () => {
      const data = { subscriptionId, newOwnerId: admin.uid };
      const call = { data, idToken: owner.idToken };
      expect((await callable(app, 'transferSubscriptionOwnership', call)).statusCode).toBe(200);
    });
    expect(events[0]).toMatchObject({
      type: 'subscription.updated',
      data: { owner_id: admin.uid, previous: { owner_id: owner.uid } },
    });
    const records = await callServer(app, `GET /subscriptions/${subscriptionId}/members`, {
      secret,
    });
    for (const { uid } of [owner, admin]) {
      const ofMember = events.filter(
        ({ type, data }) => type === 'member.updated' && data.uid === uid,
      );
      const versions = ofMember.map(({ data }) => Number(data.version));
      const newest = ofMember.find(({ data }) => data.version === Math.max(...versions));
      const record = records.json().data.find((one: { uid: string }) => one.uid === uid);
      expect(newest?.data).toMatchObject({
        is_owner: uid === admin.uid,
        permissions: record.permissions,
      });
    }
  });

  it('tells of the end, after which nothing is active', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const events = await eventsOf(async () => {
      const data = { subscriptionId, confirmationId: subscriptionId };
      await callable(app, 'cancelSubscription', { data, idToken: owner.idToken });
    });
    expect(typesOf(events)).toEqual(['subscription.canceled']);
    expect(events[0]?.data).toMatchObject({
      status: 'canceled',
      entitlements: { active: false },
      previous: { status: 'active', ended_at: null },
    });
  });

  it('says nothing of a project before its first payment, and then everything', async () => {
    const team = await createTeam(app);
    await setStatus(app, team.subscriptionId, 'incomplete');
    expect(await eventsOf(() => rename(team, 'Waiting'))).toEqual([]);
    const events = await eventsOf(() => setStatus(app, team.subscriptionId, 'active'));
    expect(typesOf(events)).toEqual(['subscription.created', 'member.added']);
    expect(events[0]?.data).toMatchObject({ name: 'Waiting' });
  });

  it('tells once of a paid invoice, and of each renewal that failed', async () => {
    const owner = await createPerson(app);
    let subscriptionId = '';
    const paid = await eventsOf(async () => {
      subscriptionId = await createPaidSubscription(app, owner);
      await settle(app);
    });
    const ofMoney = paid.filter(({ type }) => type.startsWith('invoice.'));
    expect(ofMoney).toMatchObject([
      { type: 'invoice.paid', data: { subscription_id: subscriptionId, currency: 'usd' } },
    ]);
    expect(ofMoney[0]?.data.total).toBeGreaterThan(0);
    const { rows } = await sql<{ periodEnd: Date }>`
      select period_end as "periodEnd" from billing_accounts
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(ofMoney[0]?.data.paid_until).toBe(rows[0]?.periodEnd.toISOString());
    expect(typesOf(paid)).toContain('subscription.created');

    const failed = await eventsOf(async () => {
      for (let read = 0; read < 2; read += 1) {
        await sql`
          update billing_accounts set owed_amount = 900, owed_currency = 'usd', failed_at = '2026-03-01'
          where subscription_id = ${subscriptionId}`.execute(app.db);
      }
    });
    expect(failed).toMatchObject([
      {
        type: 'invoice.payment_failed',
        data: { subscription_id: subscriptionId, owed: 900, failed_at: '2026-03-01T00:00:00.000Z' },
      },
    ]);
  });

  it('keeps no address of a deleted account, in its earlier events neither', async () => {
    const { uid, email, idToken } = await createPerson(app, 'Grace Hopper');
    const events = await eventsOf(() => identity(app, '/v1/accounts:delete', { idToken }));
    expect(events).toMatchObject([{ type: 'account.deleted', data: { uid } }]);
    expect(Object.keys(events[0]?.data ?? {}).sort()).toEqual(['uid', 'version']);
    const all = await readAll();
    expect(JSON.stringify(all)).not.toContain(email);
    expect(all.filter(({ data }) => data.uid === uid).map(({ type }) => type)).toEqual([
      'account.created',
      'account.deleted',
    ]);
  });

  it('lists those of one type, page by page', async () => {
    await createTeam(app);
    const known = (await readAll()).filter(({ type }) => type === 'member.added');
    const first = (await list('?type=member.added&limit=1')).json();
    expect([first.data[0].id, first.next_cursor]).toEqual([known[0]?.id, known[0]?.id]);
    const rest = (await list(`?type=member.added&limit=100&after=${first.next_cursor}`)).json();
    expect([...first.data, ...rest.data]).toEqual(known);
    const none = await list(`?after=${(await readAll()).at(-1)?.id}`);
    expect(none.json()).toEqual({ data: [], next_cursor: null });
  });

  it('keeps events for 30 days, and refuses to go on after one that is gone with event/unknown', async () => {
    const [oldest] = await readAll();
    app.clock.advance(29 * 86_400_000);
    await app.app.runDue();
    expect((await list(`?after=${oldest?.id}`)).statusCode).toBe(200);
    app.clock.advance(2 * 86_400_000);
    await app.app.runDue();
    const gone = await list(`?after=${oldest?.id}`);
    expect(gone.statusCode).toBe(404);
    expectRefusal(gone, 'event/unknown');
    app.clock.advance(-31 * 86_400_000);
  });

  it.each(['?type=account.moved', '?after=', '?limit=0'])(
    'refuses the question %s',
    async (query) => {
      expectRefusal(await list(query), 'request/invalid');
    },
  );
});
