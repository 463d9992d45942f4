import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  createTeam,
  fortnightMs,
  invite,
  setStatus,
  type Team,
} from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disable,
  document,
  expectRefusal,
  identity,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('getInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const get = (data: object, reader?: Pick<Person, 'idToken'>) =>
    callable(app, 'getInvite', { data, ...(reader && { idToken: reader.idToken }) });

  const inviteTo = ({ owner, subscriptionId }: Team, email: string) =>
    invite(app, { subscriptionId, email, permissions: ['editor'], idToken: owner.idToken });

  const statusOf = async (claim: object) => (await get(claim)).json().data.status;

  const obstacleOf = async (claim: object) => (await get(claim)).json().data.details.obstacle;

  it('shows whoever comes from the mail everything that they need, signed in or not', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, {
      body,
      idToken: owner.idToken,
    });
    const email = newAddress();
    const claim = await inviteTo(team, email);
    const answer = await get(claim);
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    expect(data).toEqual({
      invite_id: claim.inviteId,
      status: 'pending',
      reader: 'signed-out',
      details: {
        email,
        subscription_id: subscriptionId,
        subscription_name: 'Acme',
        host_name: 'Ada Lovelace',
        permissions: ['access', 'editor'],
        expire_time: expect.stringMatching(/Z$/),
        has_account: false,
      },
    });
    const leftMs = new Date(data.details.expire_time).getTime() - app.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(fortnightMs - 60_000);
    expect(answer.body).not.toContain(claim.token);
  });

  it('shows the details to the right readers alone', async () => {
    const team = await createTeam(app);
    const invited = await createPerson(app);
    const claim = await inviteTo(team, invited.email);
    const { inviteId } = claim;
    const see = async (data: object, who?: Person) => {
      const { reader, details } = (await get(data, who)).json().data;
      return [reader, details?.email];
    };
    const wrong = { inviteId, token: 'wrong' };
    const stranger = await createVerifiedPerson(app);
    const { email } = invited;

    for (const data of [{ inviteId }, wrong]) {
      expect(await see(data)).toEqual(['signed-out', undefined]);
      expect(await see(data, stranger)).toEqual(['wrong-account', undefined]);
      expect(await see(data, team.owner)).toEqual(['wrong-account', undefined]);
      expect(await see(data, invited)).toEqual(['unverified', undefined]);
    }
    expect(await see(claim)).toEqual(['signed-out', email]);
    expect(await see(claim, stranger)).toEqual(['wrong-account', email]);
    expect(await see(claim, invited)).toEqual(['unverified', email]);

    await callable(app, 'acceptInvite', { data: claim, idToken: invited.idToken });
    expect(await see({ inviteId }, invited)).toEqual(['invitee', email]);
    expect(await see(wrong, invited)).toEqual(['invitee', email]);
    expect(await see(claim, invited)).toEqual(['invitee', email]);
  });

  it('changes nothing, so that scanners of mails burn no link', async () => {
    const team = await createTeam(app);
    const ada = await createPerson(app);
    const claim = await inviteTo(team, ada.email);
    const read = async () => {
      const { rows } = await sql`select i.*, a.email_verified from invites i
        join accounts a on a.email = i.email where i.id = ${claim.inviteId}`.execute(app.db);
      return rows;
    };
    const before = await read();
    await get(claim);
    await get(claim, ada);
    expect(await read()).toEqual(before);
  });

  it('says whether an account has the address, and who invites by name, else by address', async () => {
    const owner = await createPerson(app, '');
    const team = await createTeam(app);
    await addMember(app, {
      subscriptionId: team.subscriptionId,
      uid: owner.uid,
      permissions: ['access', 'admin'],
    });
    const email = newAddress();
    const claim = await inviteTo({ owner, subscriptionId: team.subscriptionId }, email);
    const details = { has_account: false, host_name: owner.email, subscription_name: '' };
    expect((await get(claim)).json().data.details).toMatchObject(details);
    await identity(app, '/v1/accounts:signUp', { email, password: 'correct horse' });
    await identity(app, '/v1/accounts:delete', { idToken: owner.idToken });
    const later = { ...details, has_account: true, host_name: '' };
    expect((await get(claim)).json().data.details).toMatchObject(later);
  });

  it('knows by which end an invite has ended, and keeps the details as they were', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const [ada, grace] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const { idToken } = ada;
    const accepted = await inviteTo(team, ada.email);
    await callable(app, 'acceptInvite', { data: accepted, idToken });
    expect((await get(accepted, ada)).json().data).toMatchObject({
      status: 'accepted',
      reader: 'invitee',
      details: { email: ada.email, obstacle: 'already-member' },
    });

    const rejected = await inviteTo(team, grace.email);
    await callable(app, 'rejectInvite', { data: rejected, idToken: grace.idToken });
    expect(await statusOf(rejected)).toBe('rejected');

    const revoked = await inviteTo(team, grace.email);
    const data = { inviteId: revoked.inviteId, subscriptionId };
    await callable(app, 'revokeInvite', { data, idToken: owner.idToken });
    expect(await statusOf(revoked)).toBe('revoked');
    expect(await statusOf({ inviteId: revoked.inviteId })).toBe('revoked');

    const late = await inviteTo(team, grace.email);
    app.clock.advance(fortnightMs - 1_000);
    expect(await statusOf(late)).toBe('pending');
    app.clock.advance(1_000);
    expect(await statusOf(late)).toBe('expired');
    await app.app.runDue();
    expect(await statusOf(late)).toBe('expired');
  });

  it.each([
    ['canceled', 'canceled'],
    ['incomplete', 'unpaid'],
    ['unpaid', 'unpaid'],
    ['past_due', undefined],
  ] as const)(
    'tells what keeps the person from joining one that is %s: %s',
    async (status, word) => {
      const team = await createTeam(app);
      const claim = await inviteTo(team, newAddress());
      await setStatus(app, team.subscriptionId, status);
      expect(await obstacleOf(claim)).toBe(word);
    },
  );

  it('tells that all seats are taken, or that the person is in already', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const others = await Promise.all(Array.from({ length: 8 }, () => createPerson(app)));
    const email = newAddress();
    const claim = await inviteTo(team, email);
    for (const { uid } of others) {
      await addMember(app, { subscriptionId, uid });
    }
    expect(await obstacleOf(claim)).toBeUndefined();
    const last = await createVerifiedPerson(app);
    await addMember(app, { subscriptionId, uid: last.uid });
    expect(await obstacleOf(claim)).toBe('full');
    await changeEmail(app, last, email);
    expect(await obstacleOf(claim)).toBe('already-member');
  });

  it('refuses an unknown id with access/denied, whoever asks', async () => {
    const { owner } = await createTeam(app);
    expectRefusal(await get({ inviteId: 'nothing' }), 'access/denied');
    expectRefusal(await get({ inviteId: 'nothing', token: 'wrong' }, owner), 'access/denied');
  });

  it('judges a session that is sent along', async () => {
    const team = await createTeam(app);
    const claim = await inviteTo(team, newAddress());
    const ada = await createPerson(app);
    expectRefusal(await get(claim, { idToken: 'x' }), 'auth/invalid-id-token');
    await disable(app, ada);
    expectRefusal(await get(claim, ada), 'auth/user-disabled');
    const { idToken } = team.owner;
    const other = await signIn(app, team.owner);
    await identity(app, '/v1/accounts:signOut', { idToken });
    expectRefusal(await get(claim, { idToken }), 'auth/token-expired');
    expect((await get(claim, other)).statusCode).toBe(200);
  });

  it('refuses fields that it does not know', async () => {
    for (const data of [{}, { inviteId: '' }, { inviteId: 'x', email: 'x' }, { inviteId: ['x'] }]) {
      expectRefusal(await get(data), 'request/invalid');
    }
  });
});
