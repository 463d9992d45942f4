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
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  expectRefusal,
  newAddress,
  type Person,
} from '../../harness/wire-client.ts';

describe('undoRevokeInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const undo = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'undoRevokeInvite', { data, idToken });

  const inviteTo = ({ owner, subscriptionId }: Team, email = newAddress()) =>
    invite(app, { subscriptionId, email, idToken: owner.idToken });

  async function revoked(team: Team, email = newAddress()) {
    const claim = await inviteTo(team, email);
    const data = { inviteId: claim.inviteId, subscriptionId: team.subscriptionId };
    const answer = await callable(app, 'revokeInvite', { ...team.owner, data });
    expect(answer.statusCode, answer.body).toBe(200);
    return { ...claim, data };
  }

  it('opens the invite again, whose mailed link works as before', async () => {
    const team = await createTeam(app);
    const ada = await createVerifiedPerson(app);
    const { data, inviteId, token } = await revoked(team, ada.email);

    const answer = await undo(data, team.owner);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ data: {} });
    const list = await document(app, 'GET /v1/invites', { idToken: ada.idToken });
    expect(list.json().invites).toMatchObject([{ id: inviteId }]);
    const accept = { ...ada, data: { inviteId, token } };
    expect((await callable(app, 'acceptInvite', accept)).statusCode).toBe(200);
  });

  it('answers a second press as the first, with one event', async () => {
    const team = await createTeam(app);
    const { data, inviteId } = await revoked(team);
    const answers = await Promise.all([undo(data, team.owner), undo(data, team.owner)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { rows } = await sql`
      select action from audit_events where subject_id = ${inviteId} order by id`.execute(app.db);
    const actions = ['invite.created', 'invite.revoked', 'invite.restored'];
    expect(rows).toEqual(actions.map((action) => ({ action })));
  });

  it('is over after a minute, undo/over', async () => {
    const team = await createTeam(app);
    const { data } = await revoked(team);
    app.clock.advance(59_000);
    expect((await undo(data, team.owner)).statusCode).toBe(200);
    await callable(app, 'revokeInvite', { ...team.owner, data });
    app.clock.advance(66_000);
    expectRefusal(await undo(data, team.owner), 'undo/over');
  });

  it('is for the person who revoked, and for nothing else that ended: undo/over', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { idToken } = owner;
    const admin = await joinedPerson(app, { subscriptionId, idToken, permissions: ['admin'] });
    const { data } = await revoked(team);
    expectRefusal(await undo(data, admin), 'undo/over');
    expectRefusal(await undo({ subscriptionId, inviteId: 'nothing' }, owner), 'undo/over');
    const ada = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(team, ada.email);
    await callable(app, 'rejectInvite', { ...ada, data: { inviteId } });
    expectRefusal(await undo({ subscriptionId, inviteId }, owner), 'undo/over');
    const other = await createTeam(app);
    const foreign = { ...data, subscriptionId: other.subscriptionId };
    expectRefusal(await undo(foreign, other.owner), 'undo/over');
  });

  it('refuses an address that is in by now: invite/already-pending, invite/already-member', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await createVerifiedPerson(app);
    const { data } = await revoked(team, ada.email);
    const { inviteId } = await inviteTo(team, ada.email);
    expectRefusal(await undo(data, owner), 'invite/already-pending');
    await callable(app, 'acceptInvite', { ...ada, data: { inviteId } });
    expectRefusal(await undo({ ...data, subscriptionId }, owner), 'invite/already-member');
  });

  it('refuses when the seat is taken by now, seats/full, or on the coming plan, seats/full-after-change', async () => {
    const team = await createTeam(app);
    const { data } = await revoked(team);
    for (let seat = 1; seat < 10; seat += 1) {
      await inviteTo(team);
    }
    expectRefusal(await undo(data, team.owner), 'seats/full');
    await scheduleFree(app, team.subscriptionId);
    expectRefusal(await undo(data, team.owner), 'seats/full-after-change');
  });

  it('is closed to others and while the subscription does not run', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { idToken } = owner;
    const editor = await joinedPerson(app, { subscriptionId, idToken, permissions: ['editor'] });
    const { data } = await revoked(team);
    expectRefusal(await undo(data, editor), 'access/denied');
    await setStatus(app, subscriptionId, 'unpaid');
    expectRefusal(await undo(data, owner), 'subscription/unpaid');
    await setStatus(app, subscriptionId, 'canceled');
    expectRefusal(await undo(data, owner), 'subscription/canceled');
  });
});
