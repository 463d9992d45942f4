import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrollApp } from '../../harness/authenticator.ts';
import { addMember, createTeam, setStatus } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('updateSubscription', () => {
  let app: TestApp;
  let owner: Person;
  let id: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ owner, subscriptionId: id } = await createTeam(app));
  });
  afterAll(() => app.close());

  const update = (body: object, idToken = owner.idToken, subscriptionId = id) =>
    document(app, `PATCH /v1/subscriptions/${subscriptionId}`, { body, idToken });

  it('names the subscription and answers it', async () => {
    const answer = await update({ settings: { name: '  Acme Analytics ' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id, settings: { name: 'Acme Analytics' } });
    const { idToken } = owner;
    const read = await document(app, `GET /v1/subscriptions/${id}`, { idToken });
    expect(read.body).toBe(answer.body);
  });

  it('takes a name of 200 characters, in any script', async () => {
    const name = '名'.repeat(200);
    expect((await update({ settings: { name } })).json().settings.name).toBe(name);
  });

  it.each(['', '   ', 'x'.repeat(201)])(
    'refuses the name "%s" with subscription/invalid-name',
    async (name) => {
      expectRefusal(await update({ settings: { name } }), 'subscription/invalid-name');
    },
  );

  it.each([
    [{}],
    [{ settings: {} }],
    [{ settings: { name: 7 } }],
    [{ settings: { name: 'x', owner_id: 'y' } }],
    [{ settings: { name: 'x' }, status: 'canceled' }],
    [{ settings: { name: 'x' }, plan_id: 'enterprise' }],
    [{ settings: { name: 'a\u0000b' } }],
  ])('refuses %j and writes nothing', async (body) => {
    const { rows: before } = await sql`select * from subscriptions order by id`.execute(app.db);
    expectRefusal(await update(body), 'request/invalid');
    const { rows: after } = await sql`select * from subscriptions order by id`.execute(app.db);
    expect(after).toEqual(before);
  });

  it('lets admin-level holders in and keeps plain members out', async () => {
    const [admin, editor] = [await createPerson(app), await createPerson(app)];
    await addMember(app, { subscriptionId: id, uid: admin.uid, permissions: ['access', 'admin'] });
    await addMember(app, {
      subscriptionId: id,
      uid: editor.uid,
      permissions: ['access', 'editor'],
    });
    const body = { settings: { name: 'Renamed' } };
    expect((await update(body, admin.idToken)).statusCode).toBe(200);
    expectRefusal(await update(body, editor.idToken), 'access/denied');
  });

  it('is closed with subscription/unpaid while nothing is paid', async () => {
    const unpaid = await createFreeSubscription(app, owner);
    await setStatus(app, unpaid, 'unpaid');
    const body = { settings: { name: 'Acme' } };
    expectRefusal(await update(body, owner.idToken, unpaid), 'subscription/unpaid');
    const read = await document(app, `GET /v1/subscriptions/${unpaid}`, owner);
    expect(read.json()).toMatchObject({ status: 'unpaid', settings: {} });
  });

  it('answers a foreign and an unknown subscription alike', async () => {
    const { idToken } = await createPerson(app);
    const body = { settings: { name: 'Mine now' } };
    const foreign = await update(body, idToken);
    expectRefusal(foreign, 'access/denied');
    expect((await update(body, idToken, 'nothing')).body).toBe(foreign.body);
  });

  it('a project that requires a second factor: closed to members without, open to those with', async () => {
    const enrolled = await enrollApp(app, await createVerifiedPerson(app));
    const { person: host } = enrolled;
    const project = await createFreeSubscription(app, host);
    const guest = await createVerifiedPerson(app);
    await addMember(app, { subscriptionId: project, uid: guest.uid, permissions: ['access'] });
    const require = { settings: { require_second_factor: true } };
    const answer = await update(require, host.idToken, project);
    expect(answer.json().settings).toEqual({ require_second_factor: true });

    const read = (idToken: string) =>
      document(app, `GET /v1/subscriptions/${project}`, { idToken });
    expectRefusal(await read(guest.idToken), 'access/second-factor-required');
    const { person: member } = await enrollApp(app, guest);
    expect((await read(member.idToken)).statusCode).toBe(200);
    expect((await read(host.idToken)).statusCode).toBe(200);

    const open = { settings: { require_second_factor: false } };
    expect((await update(open, host.idToken, project)).json().settings).toEqual({});
  });

  it('only the owner, and with a second factor of their own, requires one', async () => {
    const admin = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: admin.uid, permissions: ['access', 'admin'] });
    const body = { settings: { require_second_factor: true } };
    expectRefusal(await update(body, admin.idToken), 'access/owner-only');
    expectRefusal(await update(body), 'access/second-factor-required');
  });

  it('an installation without second factors: auth/second-factor-off', async () => {
    const own = await createOwnTestApp({ product: { policy: { secondFactor: 'off' } } });
    const { owner: host, subscriptionId } = await createTeam(own);
    const body = { settings: { require_second_factor: true } };
    const path = `PATCH /v1/subscriptions/${subscriptionId}` as const;
    const answer = await document(own, path, { body, idToken: host.idToken });
    expectRefusal(answer, 'auth/second-factor-off');
  });

  it('records each change once', async () => {
    const fresh = await createFreeSubscription(app, owner);
    await update({ settings: { name: 'One' } }, owner.idToken, fresh);
    await update({ settings: { name: '' } }, owner.idToken, fresh);
    const { rows } = await sql`
      select action from audit_events where subscription_id = ${fresh} order by id`.execute(app.db);
    expect(rows).toEqual([
      { action: 'subscription.created' },
      { action: 'subscription.settings-updated' },
    ]);
  });
});
