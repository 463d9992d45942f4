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

describe('undoRejectInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const undo = (inviteId: string, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'undoRejectInvite', { data: { inviteId }, idToken });

  const inviteTo = ({ subscriptionId }: Team, email: string, { idToken }: Person) =>
    invite(app, { subscriptionId, email, idToken });

  async function rejected(team: Team, host = team.owner) {
    const guest = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(team, guest.email, host);
    const answer = await callable(app, 'rejectInvite', { ...guest, data: { inviteId } });
    expect(answer.statusCode, answer.body).toBe(200);
    return { guest, inviteId };
  }

  it('opens the invite again, once for two presses', async () => {
    const team = await createTeam(app);
    const { guest, inviteId } = await rejected(team);

    const answers = await Promise.all([undo(inviteId, guest), undo(inviteId, guest)]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const list = await document(app, 'GET /v1/invites', { idToken: guest.idToken });
    expect(list.json().invites).toMatchObject([{ id: inviteId }]);
    const { rows } = await sql`
      select action, actor_id from audit_events where subject_id = ${inviteId}
      order by id desc limit 2`.execute(app.db);
    expect(rows).toEqual([
      { action: 'invite.reconsidered', actor_id: guest.uid },
      { action: 'invite.rejected', actor_id: guest.uid },
    ]);
  });

  it('is over after a minute, and never was for an invite that others revoked: undo/over', async () => {
    const team = await createTeam(app);
    const { guest, inviteId } = await rejected(team);
    app.clock.advance(66_000);
    expectRefusal(await undo(inviteId, guest), 'undo/over');
    const { subscriptionId, owner } = team;
    const revoked = await inviteTo(team, guest.email, owner);
    const data = { subscriptionId, inviteId: revoked.inviteId };
    await callable(app, 'revokeInvite', { ...owner, data });
    expectRefusal(await undo(revoked.inviteId, guest), 'undo/over');
  });

  it('is over once the person who invited may no longer invite, undo/over', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { idToken } = owner;
    const admin = await joinedPerson(app, { subscriptionId, idToken, permissions: ['admin'] });
    const { guest, inviteId } = await rejected(team, admin);
    const data = { subscriptionId, userId: admin.uid, permissions: [] };
    await callable(app, 'updateUserPermissions', { ...owner, data });
    expectRefusal(await undo(inviteId, guest), 'undo/over');
  });

  it('refuses an address that is in by now: invite/already-pending, invite/already-member', async () => {
    const team = await createTeam(app);
    const { guest, inviteId } = await rejected(team);
    const again = await inviteTo(team, guest.email, team.owner);
    expectRefusal(await undo(inviteId, guest), 'invite/already-pending');
    await callable(app, 'acceptInvite', { ...guest, data: { inviteId: again.inviteId } });
    expectRefusal(await undo(inviteId, guest), 'invite/already-member');
  });

  it('refuses when the seat is taken by now, seats/full, or on the coming plan, seats/full-after-change', async () => {
    const team = await createTeam(app);
    const { guest, inviteId } = await rejected(team);
    for (let seat = 1; seat < 10; seat += 1) {
      await inviteTo(team, newAddress(), team.owner);
    }
    expectRefusal(await undo(inviteId, guest), 'seats/full');
    await scheduleFree(app, team.subscriptionId);
    expectRefusal(await undo(inviteId, guest), 'seats/full-after-change');
  });

  it('refuses while the subscription does not run', async () => {
    const team = await createTeam(app);
    const { guest, inviteId } = await rejected(team);
    await setStatus(app, team.subscriptionId, 'unpaid');
    expectRefusal(await undo(inviteId, guest), 'subscription/unpaid');
    await setStatus(app, team.subscriptionId, 'canceled');
    expectRefusal(await undo(inviteId, guest), 'subscription/canceled');
  });

  it('answers others as if there were no such invite', async () => {
    const team = await createTeam(app);
    const { inviteId } = await rejected(team);
    const stranger = await createVerifiedPerson(app);
    const foreign = await undo(inviteId, stranger);
    expectRefusal(foreign, 'access/denied');
    expect((await undo('nothing', stranger)).body).toBe(foreign.body);
    expect((await undo(inviteId, team.owner)).body).toBe(foreign.body);
  });
});
