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

describe('removeUser', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const remove = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'removeUser', { data, idToken });

  const read = ({ subscriptionId }: Team, { idToken }: Pick<Person, 'idToken'>) =>
    document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });

  async function lastEvent({ subscriptionId }: Team) {
    const { rows } = await sql`
      select action, actor_id, subject_id from audit_events
      where subscription_id = ${subscriptionId} order by id desc limit 1`.execute(app.db);
    return rows[0];
  }

  it('removes a member, whose open session is out with its very next request', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, { ...owner, body });
    const ada = await joinTeam(app, team, ['admin']);
    await document(app, `PATCH /v1/users/${ada.uid}`, { ...ada, body: { language: 'zh' } });
    expect((await read(team, ada)).statusCode).toBe(200);

    const answer = await remove({ userId: ada.uid, subscriptionId }, owner);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ data: {} });
    expectRefusal(await read(team, ada), 'access/denied');
    const users = { data: { subscriptionId }, idToken: ada.idToken };
    expectRefusal(await callable(app, 'getSubscriptionUsers', users), 'access/denied');
    const list = await document(app, 'GET /v1/subscriptions', { idToken: ada.idToken });
    expect(list.json()).toEqual({ subscriptions: [], nextPageToken: null });
    const { data } = (await callable(app, 'getSubscriptionUsers', { ...users, ...owner })).json();
    expect(data).toMatchObject({ total: 1, seats: { used: 1 } });
    expect(await lastEvent(team)).toEqual({
      action: 'member.removed',
      actor_id: owner.uid,
      subject_id: ada.uid,
    });
    const earlier = await receivedMails(app, ada.email);
    expect(earlier.map(({ kind }) => kind)).not.toContain('member-removed');
    // It waits until the removal can no longer be undone.
    app.clock.advance(70_000);
    await app.app.runDue();
    const mail = (await receivedMails(app, ada.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'member-removed' });
    expect(mail?.subject).toContain('您已不再是');
    expect(mail?.subject).toContain('Acme');
  });

  it('lets a removed person be invited again', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    await remove({ userId: ada.uid, subscriptionId }, owner);
    const { email } = ada;
    const claim = await invite(app, { subscriptionId, email, idToken: owner.idToken });
    await callable(app, 'acceptInvite', { data: claim, idToken: ada.idToken });
    expect((await read(team, ada)).json().permissions).toEqual({ access: [ada.uid] });
  });

  it('lets a plain member leave, without a mail', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const ada = await joinTeam(app, team);
    const before = (await receivedMails(app)).length;

    const answer = await remove({ userId: ada.uid, subscriptionId }, ada);

    expect(answer.statusCode, answer.body).toBe(200);
    expectRefusal(await read(team, ada), 'access/denied');
    expectRefusal(await remove({ userId: ada.uid, subscriptionId }, ada), 'access/denied');
    const event = { action: 'member.left', actor_id: ada.uid, subject_id: ada.uid };
    expect(await lastEvent(team)).toEqual(event);
    expect(await receivedMails(app)).toHaveLength(before);
  });

  it('lets an admin leave too, and members of a canceled one', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const [admin, member] = [await joinTeam(app, team, ['admin']), await joinTeam(app, team)];
    expect((await remove({ userId: admin.uid, subscriptionId }, admin)).statusCode).toBe(200);
    await setStatus(app, subscriptionId, 'canceled');
    expect((await remove({ userId: member.uid, subscriptionId }, member)).statusCode).toBe(200);
  });

  it('keeps the owner: nobody removes them and they cannot leave, member/is-owner', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const admin = await joinTeam(app, team, ['admin']);
    for (const caller of [admin, owner]) {
      const answer = await remove({ userId: owner.uid, subscriptionId }, caller);
      expectRefusal(answer, 'member/is-owner');
    }
    expect((await read(team, owner)).statusCode).toBe(200);
  });

  it('lets no plain member remove others', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const [editor, victim] = [await joinTeam(app, team, ['editor']), await joinTeam(app, team)];
    for (const userId of [victim.uid, owner.uid, 'nothing', '']) {
      expectRefusal(await remove({ userId, subscriptionId }, editor), 'access/denied');
    }
    expect((await read(team, victim)).statusCode).toBe(200);
  });

  it('is closed with subscription/unpaid while nothing is paid, and open to whoever leaves', async () => {
    const team = await createTeam(app);
    const ada = await joinTeam(app, team);
    const { subscriptionId, owner } = team;
    await setStatus(app, subscriptionId, 'unpaid');
    const data = { subscriptionId, userId: ada.uid };
    expectRefusal(await remove(data, owner), 'subscription/unpaid');
    expect((await remove(data, ada)).statusCode).toBe(200);
  });

  it('answers a foreign, an unknown and a pending user alike, with member/unknown', async () => {
    const [team, other] = [await createTeam(app), await createTeam(app)];
    const { owner, subscriptionId } = team;
    const email = newAddress();
    const pending = await invite(app, { subscriptionId, email, idToken: owner.idToken });
    const unknown = await remove({ userId: 'nothing', subscriptionId }, owner);
    expectRefusal(unknown, 'member/unknown');
    for (const userId of [other.owner.uid, pending.inviteId, '']) {
      expect((await remove({ userId, subscriptionId }, owner)).body).toBe(unknown.body);
    }
  });

  it('keeps strangers out: a foreign and an unknown subscription answer alike', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const stranger = await createPerson(app);
    for (const userId of [stranger.uid, owner.uid]) {
      const foreign = await remove({ userId, subscriptionId }, stranger);
      expectRefusal(foreign, 'access/denied');
      const unknown = await remove({ userId, subscriptionId: 'nothing' }, stranger);
      expect(unknown.body).toBe(foreign.body);
    }
    const data = { userId: owner.uid, subscriptionId };
    expectRefusal(await callable(app, 'removeUser', { data }), 'auth/unauthenticated');
  });

  it('refuses fields that it does not know', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    for (const data of [{ subscriptionId }, { userId: owner.uid }]) {
      expectRefusal(await remove(data, owner), 'request/invalid');
    }
    const data = { userId: 'x', subscriptionId, email: 'x' };
    expectRefusal(await remove(data, owner), 'request/invalid');
  });
});
