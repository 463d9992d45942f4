import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, invite, joinTeam, setStatus, type Team } from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectRefusal,
  newAddress,
  type Person,
} from '../../harness/wire-client.ts';

describe('updateUserPermissions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const update = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'updateUserPermissions', { data, idToken });

  const listUsers = ({ subscriptionId }: Team, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'getSubscriptionUsers', { data: { subscriptionId }, idToken });

  async function heldBy(team: Team, { uid }: Person): Promise<string[] | undefined> {
    const { users } = (await listUsers(team, team.owner)).json().data;
    return users.find(({ id }: { id: string }) => id === uid)?.permissions;
  }

  async function countEvents({ subscriptionId }: Team): Promise<number> {
    const { rows } = await sql`
      select 1 from audit_events where subscription_id = ${subscriptionId}`.execute(app.db);
    return rows.length;
  }

  it('lets a promoted member in and a demoted admin out with the very next request', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team);
    const change = (permissions: string[]) =>
      update({ userId: ada.uid, subscriptionId, permissions }, owner);
    expectRefusal(await listUsers(team, ada), 'access/denied');

    const promoted = await change(['access', 'admin']);
    expect(promoted.statusCode, promoted.body).toBe(200);
    expect(promoted.json()).toEqual({ data: {} });
    expect((await listUsers(team, ada)).statusCode).toBe(200);

    expect((await change(['access'])).statusCode).toBe(200);
    expectRefusal(await listUsers(team, ada), 'access/denied');
    const again = { userId: ada.uid, subscriptionId, permissions: ['admin'] };
    expectRefusal(await update(again, ada), 'access/denied');
    const { rows } = await sql`
      select actor_id, subject_id from audit_events
      where subscription_id = ${subscriptionId} and action = 'member.permissions-changed'`.execute(
      app.db,
    );
    expect(rows).toEqual(Array(2).fill({ actor_id: owner.uid, subject_id: ada.uid }));
  });

  it('always keeps the default permission and drops repeated keys', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    const change = (permissions: string[]) =>
      update({ userId: ada.uid, subscriptionId, permissions }, owner);
    await change(['admin', 'editor', 'admin']);
    expect(await heldBy(team, ada)).toEqual(['access', 'editor', 'admin']);
    await change(['editor']);
    expect(await heldBy(team, ada)).toEqual(['access', 'editor']);
    await change([]);
    expect(await heldBy(team, ada)).toEqual(['access']);
  });

  it('tells the person in their language what they hold now', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const [ada, grace] = [await joinTeam(app, team), await joinTeam(app, team)];
    await document(app, `PATCH /v1/users/${ada.uid}`, { ...ada, body: { language: 'zh' } });
    for (const { uid: userId } of [ada, grace]) {
      await update({ userId, subscriptionId, permissions: ['editor'] }, owner);
    }
    const lastTo = async ({ email }: Person) => (await receivedMails(app, email)).at(-1);
    const { texts } = app.config;
    expect(await lastTo(ada)).toMatchObject({ kind: 'permissions-changed' });
    expect((await lastTo(ada))?.text).toContain(texts.zh?.['permissions.editor']);
    expect((await lastTo(grace))?.text).toContain(texts.en?.['permissions.editor']);
    expect((await lastTo(grace))?.text).not.toContain(texts.en?.['permissions.admin']);
    expect((await lastTo(grace))?.links[0]).toContain(`/subscription/${subscriptionId}`);
  });

  it('neither records nor mails what changes nothing', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['editor']);
    const before = [await countEvents(team), (await receivedMails(app)).length];
    const data = { userId: ada.uid, subscriptionId, permissions: ['editor', 'access'] };
    expect((await update(data, owner)).statusCode).toBe(200);
    expect([await countEvents(team), (await receivedMails(app)).length]).toEqual(before);
  });

  it('lets an admin give away their own key', async () => {
    const team = await createTeam(app);
    const admin = await joinTeam(app, team, ['admin']);
    const { subscriptionId } = team;
    const data = { userId: admin.uid, subscriptionId, permissions: ['access'] };
    expect((await update(data, admin)).statusCode).toBe(200);
    expectRefusal(await listUsers(team, admin), 'access/denied');
  });

  it('refuses to edit the owner with member/is-owner', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const admin = await joinTeam(app, team, ['admin']);
    const data = { userId: owner.uid, subscriptionId, permissions: ['access', 'editor', 'admin'] };
    for (const caller of [admin, owner]) {
      expectRefusal(await update(data, caller), 'member/is-owner');
    }
    expect(await heldBy(team, owner)).toEqual(['access', 'admin']);
  });

  it.each(['owner', 'ADMIN', '', '__proto__'])(
    'refuses the key "%s" with permission/unknown',
    async (key) => {
      const team = await createTeam(app);
      const { owner, subscriptionId } = team;
      const ada = await joinTeam(app, team);
      const data = { userId: ada.uid, subscriptionId, permissions: ['admin', key] };
      expectRefusal(await update(data, owner), 'permission/unknown');
      expect(await heldBy(team, ada)).toEqual(['access']);
    },
  );

  it('answers a foreign, an unknown and a pending user alike, with member/unknown', async () => {
    const [team, other] = [await createTeam(app), await createTeam(app)];
    const { owner, subscriptionId } = team;
    const email = newAddress();
    const pending = await invite(app, { subscriptionId, email, idToken: owner.idToken });
    const data = { subscriptionId, permissions: ['admin'] };
    const unknown = await update({ ...data, userId: 'nothing' }, owner);
    expectRefusal(unknown, 'member/unknown');
    for (const userId of [other.owner.uid, pending.inviteId]) {
      expect((await update({ ...data, userId }, owner)).body).toBe(unknown.body);
    }
    const { rows } = await sql`
      select permissions from invites where id = ${pending.inviteId}`.execute(app.db);
    expect(rows).toEqual([{ permissions: ['access'] }]);
  });

  it('is for admin-level holders; a foreign and an unknown subscription answer alike', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const editor = await joinTeam(app, team, ['editor']);
    const own = { userId: editor.uid, subscriptionId, permissions: ['admin'] };
    expectRefusal(await update(own, editor), 'access/denied');
    const stranger = await createPerson(app);
    const foreign = await update({ ...own, userId: stranger.uid }, stranger);
    expectRefusal(foreign, 'access/denied');
    const nowhere = { ...own, userId: stranger.uid, subscriptionId: 'nothing' };
    expect((await update(nowhere, stranger)).body).toBe(foreign.body);
    const visitor = await callable(app, 'updateUserPermissions', { data: own });
    expectRefusal(visitor, 'auth/unauthenticated');
    expect(await heldBy(team, editor)).toEqual(['access', 'editor']);
  });

  it('is closed with subscription/unpaid while nothing is paid', async () => {
    const team = await createTeam(app);
    const ada = await joinTeam(app, team);
    const { subscriptionId, owner } = team;
    await setStatus(app, subscriptionId, 'unpaid');
    const data = { subscriptionId, userId: ada.uid, permissions: ['access', 'admin'] };
    expectRefusal(await update(data, owner), 'subscription/unpaid');
    await setStatus(app, subscriptionId, 'active');
    expect(await heldBy(team, ada)).toEqual(['access']);
  });

  it('works on a canceled subscription, where admins still tidy up', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    await setStatus(app, subscriptionId, 'canceled');
    const data = { userId: ada.uid, subscriptionId, permissions: [] };
    expect((await update(data, owner)).statusCode).toBe(200);
    expect(await heldBy(team, ada)).toEqual(['access']);
  });

  it.each([
    { permissions: 'admin' },
    { permissions: [7] },
    { permissions: Array(101).fill('access') },
    { permissions: ['access'], owner_id: 'x' },
    {},
  ])('refuses %j', async (odd) => {
    const { owner, subscriptionId } = await createTeam(app);
    const data = { userId: owner.uid, subscriptionId, ...odd };
    expectRefusal(await update(data, owner), 'request/invalid');
  });
});
