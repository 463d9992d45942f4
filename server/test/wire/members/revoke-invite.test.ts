import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTeam,
  fortnightMs,
  inviteTo,
  joinedPerson,
  setStatus,
} from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('revokeInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const revoke = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'revokeInvite', { data, idToken });

  it('takes a pending invite back and frees the seat at once', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, ada.email);

    const answer = await revoke({ inviteId, subscriptionId }, owner);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ data: {} });
    const { idToken } = owner;
    const data = { subscriptionId };
    const users = await callable(app, 'getSubscriptionUsers', { data, idToken });
    expect(users.json().data).toMatchObject({ total: 1, seats: { used: 1 } });
    const list = await document(app, 'GET /v1/invites', { idToken: ada.idToken });
    expect(list.json()).toEqual({ invites: [], hidden: 0, nextPageToken: null });
    const { rows } = await sql`
      select action, actor_id, subject_id from audit_events
      where subscription_id = ${subscriptionId} order by id desc limit 1`.execute(app.db);
    expect(rows).toEqual([{ action: 'invite.revoked', actor_id: owner.uid, subject_id: inviteId }]);
  });

  it('lets any admin take back what another has sent, of a canceled subscription too', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { idToken } = owner;
    const admin = await joinedPerson(app, { subscriptionId, idToken, permissions: ['admin'] });
    const { inviteId } = await inviteTo(app, team);
    await setStatus(app, subscriptionId, 'canceled');
    expect((await revoke({ inviteId, subscriptionId }, admin)).statusCode).toBe(200);
  });

  it('answers the invite of another subscription and an unknown id alike, with invite/unknown', async () => {
    const [own, other] = [await createTeam(app), await createTeam(app)];
    const { inviteId } = await inviteTo(app, other);
    const { subscriptionId } = own;
    const foreign = await revoke({ inviteId, subscriptionId }, own.owner);
    expectRefusal(foreign, 'invite/unknown');
    expect((await revoke({ inviteId: 'nothing', subscriptionId }, own.owner)).body).toBe(
      foreign.body,
    );
    const { rows } = await sql`select status from invites where id = ${inviteId}`.execute(app.db);
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it('keeps everybody else out: a foreign and an unknown subscription answer alike', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { idToken } = owner;
    const [editor, ada] = [
      await joinedPerson(app, { subscriptionId, idToken, permissions: ['editor'] }),
      await createVerifiedPerson(app),
    ];
    const { inviteId } = await inviteTo(app, team, ada.email);
    expectRefusal(await revoke({ inviteId, subscriptionId }, editor), 'access/denied');
    const foreign = await revoke({ inviteId, subscriptionId }, ada);
    expectRefusal(foreign, 'access/denied');
    expect((await revoke({ inviteId, subscriptionId: 'nothing' }, ada)).body).toBe(foreign.body);
    const data = { inviteId, subscriptionId };
    expectRefusal(await callable(app, 'revokeInvite', { data }), 'auth/unauthenticated');
  });

  it('refuses an invite that has ended by how it ended', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await createVerifiedPerson(app);
    const revoked = await inviteTo(app, team);
    await revoke({ inviteId: revoked.inviteId, subscriptionId }, owner);
    const again = await revoke({ inviteId: revoked.inviteId, subscriptionId }, owner);
    expectRefusal(again, 'invite/revoked');

    const rejected = await inviteTo(app, team, ada.email);
    await callable(app, 'rejectInvite', { data: rejected, idToken: ada.idToken });
    const declined = await revoke({ inviteId: rejected.inviteId, subscriptionId }, owner);
    expectRefusal(declined, 'invite/rejected');

    const accepted = await inviteTo(app, team, ada.email);
    await callable(app, 'acceptInvite', { data: accepted, idToken: ada.idToken });
    const joined = await revoke({ inviteId: accepted.inviteId, subscriptionId }, owner);
    expectRefusal(joined, 'invite/already-accepted');
    const open = await document(app, `GET /v1/subscriptions/${subscriptionId}`, ada);
    expect(open.statusCode).toBe(200);

    const { inviteId } = await inviteTo(app, team);
    app.clock.advance(fortnightMs);
    const late = await revoke({ inviteId, subscriptionId }, await signIn(app, owner));
    expectRefusal(late, 'invite/expired');
  });

  it('is closed with subscription/unpaid while nothing is paid', async () => {
    const team = await createTeam(app);
    const { inviteId } = await inviteTo(app, team);
    const { subscriptionId, owner } = team;
    await setStatus(app, subscriptionId, 'unpaid');
    expectRefusal(await revoke({ inviteId, subscriptionId }, owner), 'subscription/unpaid');
    await setStatus(app, subscriptionId, 'active');
    expect((await revoke({ inviteId, subscriptionId }, owner)).statusCode).toBe(200);
  });

  it('refuses fields that it does not know', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const { email } = await createPerson(app);
    for (const data of [{ subscriptionId }, { subscriptionId, inviteId: 'x', email }]) {
      expectRefusal(await revoke(data, owner), 'request/invalid');
    }
  });
});
