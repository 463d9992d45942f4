import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTeam,
  invite,
  joinedPerson,
  scheduleFree,
  setStatus,
  type Team,
} from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  disable,
  document,
  expectRefusal,
  identity,
  newAddress,
  type Person,
} from '../../harness/wire-client.ts';

describe('undoRemoveUser', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const call = (name: string, data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, name, { data, idToken });
  const undo = (data: object, by: Person) => call('undoRemoveUser', data, by);

  const join = ({ owner, subscriptionId }: Team, permissions = ['access']) =>
    joinedPerson(app, { subscriptionId, permissions, idToken: owner.idToken });

  async function removed(team: Team, permissions = ['access']) {
    const person = await join(team, permissions);
    const data = { subscriptionId: team.subscriptionId, userId: person.uid };
    return { person, data, remove: () => call('removeUser', data, team.owner) };
  }

  async function membership({ subscriptionId, userId }: Record<string, string>) {
    const { rows } = await sql`
      select * from memberships
      where subscription_id = ${subscriptionId} and account_id = ${userId}`.execute(app.db);
    return rows;
  }

  it('brings the very row back, with the person’s access and the invites they had sent', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { person, data, remove } = await removed(team, ['editor', 'admin']);
    const { idToken } = person;
    const email = newAddress();
    const { inviteId } = await invite(app, { subscriptionId, email, idToken });
    app.clock.advance(3_600_000 / 2);
    const before = await membership(data);
    await remove();
    expect(await membership(data)).toEqual([]);
    app.clock.advance(59_000);

    const answer = await undo(data, owner);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ data: {} });
    expect(await membership(data)).toEqual(before);
    const read = await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
    expect(read.statusCode).toBe(200);
    const users = (await call('getSubscriptionUsers', { subscriptionId }, owner)).json().data;
    expect(users.users.map(({ id }: { id: string }) => id)).toContain(inviteId);
    expect(users.seats.used).toBe(3);
    const { rows } = await sql`
      select action, actor_id, subject_id from audit_events
      where subscription_id = ${subscriptionId} order by id desc limit 2`.execute(app.db);
    expect(rows).toEqual([
      { action: 'invite.restored', actor_id: owner.uid, subject_id: inviteId },
      { action: 'member.restored', actor_id: owner.uid, subject_id: person.uid },
    ]);
  });

  it('sends no mail about a removal that was undone', async () => {
    const team = await createTeam(app);
    const { person, data, remove } = await removed(team);
    await remove();
    await undo(data, team.owner);
    app.clock.advance(10 * 60_000);
    await app.app.runDue();
    const kinds = (await receivedMails(app, person.email)).map(({ kind }) => kind);
    expect(kinds).not.toContain('member-removed');
  });

  it('answers a second press as the first, with one event', async () => {
    const team = await createTeam(app);
    const { person, data, remove } = await removed(team);
    await remove();
    const answers = await Promise.all([undo(data, team.owner), undo(data, team.owner)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { rows } = await sql`
      select action from audit_events
      where subject_id = ${person.uid} and action = 'member.restored'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('is over after a minute, for others, and for a person who was never removed: undo/over', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const admin = await join(team, ['admin']);
    const { person, data, remove } = await removed(team);
    await remove();
    expectRefusal(await undo(data, admin), 'undo/over');
    expectRefusal(await undo({ ...data, userId: 'nobody' }, owner), 'undo/over');
    app.clock.advance(66_000);
    expectRefusal(await undo(data, owner), 'undo/over');
    await app.app.runDue();
    expectRefusal(await undo({ subscriptionId, userId: person.uid }, owner), 'undo/over');
    const { rows } =
      await sql`select 1 from removals where undo_until <= ${app.clock.now()}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('does not bring a person back who left', async () => {
    const team = await createTeam(app);
    const { person, data } = await removed(team);
    await call('removeUser', data, person);
    expectRefusal(await undo(data, team.owner), 'undo/over');
  });

  it('does not bring back an account that is deleted, disabled or unproven by now', async () => {
    const team = await createTeam(app);
    const ends: ((person: Person) => Promise<unknown>)[] = [
      ({ idToken }) => identity(app, '/v1/accounts:delete', { idToken }),
      (person) => disable(app, person),
      ({ uid }) =>
        sql`update accounts set email_verified = false where id = ${uid}`.execute(app.db),
    ];
    for (const end of ends) {
      const { person, data, remove } = await removed(team);
      await remove();
      await end(person);
      expectRefusal(await undo(data, team.owner), 'undo/over');
      expect(await membership(data)).toEqual([]);
    }
  });

  it('refuses when the seat is taken by now, seats/full, or on the coming plan, seats/full-after-change', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { data, remove } = await removed(team);
    await remove();
    for (let seat = 1; seat < 10; seat += 1) {
      await invite(app, { subscriptionId, email: newAddress(), idToken: owner.idToken });
    }
    expectRefusal(await undo(data, owner), 'seats/full');
    await scheduleFree(app, subscriptionId);
    expectRefusal(await undo(data, owner), 'seats/full-after-change');
  });

  it('restores as many of their invites as there are seats', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { person, data, remove } = await removed(team, ['admin']);
    for (let one = 0; one < 3; one += 1) {
      await invite(app, { subscriptionId, email: newAddress(), idToken: person.idToken });
    }
    await remove();
    for (let seat = 0; seat < 7; seat += 1) {
      await invite(app, { subscriptionId, email: newAddress(), idToken: owner.idToken });
    }
    expect((await undo(data, owner)).statusCode).toBe(200);
    const list = (await call('getSubscriptionUsers', { subscriptionId }, owner)).json().data;
    expect(list).toMatchObject({ seats: { used: 10, limit: 10 }, open_invites: 8 });
  });

  it('is closed to others and while the subscription does not run', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const editor = await join(team, ['editor']);
    const { data, remove } = await removed(team);
    await remove();
    expectRefusal(await undo(data, editor), 'access/denied');
    await setStatus(app, subscriptionId, 'unpaid');
    expectRefusal(await undo(data, owner), 'subscription/unpaid');
    await setStatus(app, subscriptionId, 'canceled');
    expectRefusal(await undo(data, owner), 'subscription/canceled');
  });
});
