import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  createTeam,
  fortnightMs,
  inviteTo,
  joinedPerson,
  removeMember,
  setStatus,
  type Team,
} from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  identity,
  lookup,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('acceptInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const accept = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'acceptInvite', { data, idToken });

  const read = ({ subscriptionId }: Team, { idToken }: Pick<Person, 'idToken'>) =>
    document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });

  async function isVerified({ idToken }: Person): Promise<boolean> {
    return (await lookup(app, idToken)).json().users[0].emailVerified;
  }

  async function statusOf(inviteId: string) {
    const { rows } = await sql<{ status: string }>`
      select status from invites where id = ${inviteId}`.execute(app.db);
    return rows[0]?.status;
  }

  it('lets a new person in by the mailed link in one pass, which proves the address', async () => {
    const team = await createTeam(app);
    const ada = await createPerson(app, 'Ada');
    const { inviteId, token } = await inviteTo(app, team, ada.email, ['editor']);
    expect(await isVerified(ada)).toBe(false);

    const answer = await accept({ inviteId, token }, ada);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().data).toEqual({ subscriptionId: team.subscriptionId });
    expect(await isVerified(ada)).toBe(true);
    expect(await statusOf(inviteId)).toBe('accepted');
    expect((await read(team, ada)).json().permissions).toEqual({
      access: [ada.uid],
      editor: [ada.uid],
    });
    const { rows } = await sql`
      select action, subscription_id from audit_events where actor_id = ${ada.uid}
      order by id desc limit 2`.execute(app.db);
    expect(rows).toEqual([
      { action: 'invite.accepted', subscription_id: team.subscriptionId },
      { action: 'account.email-verified', subscription_id: null },
    ]);
  });

  it('lets the invited person in, whose seat was held', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const { idToken } = owner;
    const member = await joinedPerson(app, { subscriptionId, idToken });
    const data = { subscriptionId };
    const answer = await callable(app, 'getSubscriptionUsers', { data, idToken });
    expect(answer.json().data).toMatchObject({
      users: [{ id: owner.uid }, { id: member.uid, permissions: ['access'] }],
      total: 2,
      seats: { used: 2, limit: 10 },
    });
  });

  it('needs no token of somebody whose address is verified', async () => {
    const team = await createTeam(app);
    const ada = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, ada.email.toUpperCase());
    expect((await accept({ inviteId, token: 'of something else' }, ada)).statusCode).toBe(200);
    expect((await read(team, ada)).statusCode).toBe(200);
  });

  it('THE COPIED LINK PROVES NOTHING: whoever signs up as the victim with it gets nowhere', async () => {
    const team = await createTeam(app);
    const victim = newAddress();
    const { inviteId, token } = await inviteTo(app, team, victim, ['admin']);
    const other = await inviteTo(app, await createTeam(app), newAddress());
    const signUp = { email: victim, password: 'correct horse' };
    const thief = (await identity(app, '/v1/accounts:signUp', signUp)).json();

    const guesses = [inviteId, other.token, `${token}x`, token.slice(1)];
    for (const claim of [{ inviteId }, ...guesses.map((guess) => ({ inviteId, token: guess }))]) {
      expectRefusal(await accept(claim, thief), 'auth/email-verification-required');
      const reject = await callable(app, 'rejectInvite', { data: claim, idToken: thief.idToken });
      expectRefusal(reject, 'auth/email-verification-required');
      const page = await callable(app, 'getInvite', { data: claim, idToken: thief.idToken });
      expect(page.json().data).toEqual({
        invite_id: inviteId,
        status: 'pending',
        reader: 'unverified',
      });
    }
    const list = await document(app, 'GET /v1/invites', { idToken: thief.idToken });
    expect(list.json()).toEqual({ invites: [], hidden: 1, nextPageToken: null });
    expectRefusal(await read(team, thief), 'access/denied');
    expect((await lookup(app, thief.idToken)).json().users[0].emailVerified).toBe(false);
    expect(await statusOf(inviteId)).toBe('pending');
  });

  it('refuses the mailed link in another account with invite/wrong-account', async () => {
    const team = await createTeam(app);
    const { inviteId, token } = await inviteTo(app, team, newAddress());
    for (const wrong of [await createPerson(app), await createVerifiedPerson(app), team.owner]) {
      const verified = await isVerified(wrong);
      expectRefusal(await accept({ inviteId, token }, wrong), 'invite/wrong-account');
      expect(await isVerified(wrong)).toBe(verified);
    }
    expect(await statusOf(inviteId)).toBe('pending');
  });

  it('answers a foreign and an unknown id alike, with a wrong token too', async () => {
    const team = await createTeam(app);
    const { inviteId } = await inviteTo(app, team, newAddress());
    const stranger = await createVerifiedPerson(app);
    const unknown = await accept({ inviteId: 'nothing' }, stranger);
    expectRefusal(unknown, 'access/denied');
    const answers = [
      await accept({ inviteId }, stranger),
      await accept({ inviteId, token: 'wrong' }, stranger),
      await accept({ inviteId: 'nothing', token: 'wrong' }, stranger),
    ];
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill(unknown.body));
  });

  it('refuses an invite that has ended by how it ended', async () => {
    const team = await createTeam(app);
    const { idToken } = team.owner;
    const ada = await createVerifiedPerson(app);
    const accepted = await inviteTo(app, team, ada.email);
    await accept(accepted, ada);
    expectRefusal(await accept(accepted, ada), 'invite/already-accepted');
    await removeMember(app, { subscriptionId: team.subscriptionId, uid: ada.uid });

    const rejected = await inviteTo(app, team, ada.email);
    await callable(app, 'rejectInvite', { data: rejected, idToken: ada.idToken });
    expectRefusal(await accept(rejected, ada), 'invite/rejected');

    const revoked = await inviteTo(app, team, ada.email);
    const { inviteId } = revoked;
    const data = { inviteId, subscriptionId: team.subscriptionId };
    await callable(app, 'revokeInvite', { data, idToken });
    expectRefusal(await accept(revoked, ada), 'invite/revoked');

    const late = await inviteTo(app, team, ada.email);
    app.clock.advance(fortnightMs);
    const again = await signIn(app, ada);
    expectRefusal(await accept(late, again), 'invite/expired');
    await app.app.runDue();
    expectRefusal(await accept(late, again), 'invite/expired');
    expectRefusal(await read(team, again), 'access/denied');
  });

  it('verifies nothing by an invite that has ended', async () => {
    const team = await createTeam(app);
    const ada = await createPerson(app);
    const claim = await inviteTo(app, team, ada.email);
    app.clock.advance(fortnightMs);
    const again = await signIn(app, ada);
    expectRefusal(await accept(claim, again), 'invite/expired');
    expect(await isVerified(again)).toBe(false);
  });

  it('refuses a member whose address is by now the invited one with invite/already-member', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const member = await joinedPerson(app, { subscriptionId, idToken: owner.idToken });
    const email = newAddress();
    const { inviteId } = await inviteTo(app, team, email, ['admin']);
    await changeEmail(app, member, email);
    expectRefusal(await accept({ inviteId }, member), 'invite/already-member');
    const { permissions } = (await read(team, member)).json();
    expect(permissions).toEqual({ access: [member.uid] });
  });

  it.each([
    ['canceled', 'subscription/canceled'],
    ['incomplete', 'subscription/unpaid'],
    ['unpaid', 'subscription/unpaid'],
  ] as const)('refuses while the subscription is %s with %s', async (status, code) => {
    const team = await createTeam(app);
    const ada = await createPerson(app);
    const claim = await inviteTo(app, team, ada.email);
    await setStatus(app, team.subscriptionId, status);
    expectRefusal(await accept(claim, ada), code);
    expect(await statusOf(claim.inviteId)).toBe('pending');
    await setStatus(app, team.subscriptionId, 'active');
    expect((await accept(claim, ada)).statusCode).toBe(200);
  });

  it('refuses with seats/full when members alone fill the plan, not when the last seat is its own', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const ada = await createPerson(app);
    const claim = await inviteTo(app, team, ada.email);
    const others = await Promise.all(Array.from({ length: 9 }, () => createPerson(app)));
    for (const { uid } of others) {
      await addMember(app, { subscriptionId, uid });
    }
    const full = await accept(claim, ada);
    expectRefusal(full, 'seats/full');
    expect(full.json().error.message).toContain('10 of 10');
    expect(await isVerified(ada)).toBe(false);
    await removeMember(app, { subscriptionId, uid: others[0]?.uid ?? '' });
    expect((await accept(claim, ada)).statusCode).toBe(200);
  });

  it('tells who invited, in their language', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const admin = await joinedPerson(app, {
      subscriptionId,
      idToken: owner.idToken,
      permissions: ['admin'],
    });
    const body = { language: 'zh' };
    await document(app, `PATCH /v1/users/${admin.uid}`, { body, idToken: admin.idToken });
    const ada = await createPerson(app, 'Ada');
    await accept(await inviteTo(app, { owner: admin, subscriptionId }, ada.email), ada);

    const told = (await receivedMails(app, admin.email)).filter(
      ({ kind }) => kind === 'invite-accepted',
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.subject).toContain('Ada 已加入');
    expect(told[0]?.text).toContain(ada.email);
    expect(told[0]?.links[0]).toContain(`/subscription/${subscriptionId}/users`);
  });

  it('refuses visitors and fields that it does not know', async () => {
    const team = await createTeam(app);
    const ada = await createPerson(app);
    const claim = await inviteTo(app, team, ada.email);
    expectRefusal(await callable(app, 'acceptInvite', { data: claim }), 'auth/unauthenticated');
    for (const odd of [{ permissions: ['admin'] }, { token: 7 }, { inviteId: '' }, { token: '' }]) {
      expectRefusal(await accept({ ...claim, ...odd }, ada), 'request/invalid');
    }
  });
});
