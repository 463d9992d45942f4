import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  createTeam,
  fortnightMs,
  invite,
  joinedPerson,
  scheduleFree,
  setStatus,
  type Team,
} from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  newAddress,
  signIn,
} from '../../harness/wire-client.ts';

describe('createInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const create = (data: object, { owner }: Pick<Team, 'owner'>) =>
    callable(app, 'createInvite', { data, idToken: owner.idToken });

  const toInvite = ({ subscriptionId }: Team, email = newAddress()) => ({
    subscriptionId,
    email,
    permissions: ['access'],
  });

  async function readRows({ subscriptionId }: Team) {
    const { rows } = await sql`
      select email, permissions, status from invites
      where subscription_id = ${subscriptionId} order by created_at, id`.execute(app.db);
    return rows;
  }

  async function readSeats({ owner, subscriptionId }: Team) {
    const { idToken } = owner;
    const answer = await callable(app, 'getSubscriptionUsers', {
      data: { subscriptionId },
      idToken,
    });
    return answer.json().data.seats;
  }

  it('keeps a pending invite for 14 days and mails a link of its own', async () => {
    const team = await createTeam(app);
    const email = newAddress();
    const { idToken } = team.owner;
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${team.subscriptionId}`, { body, idToken });
    const before = app.clock.now().getTime();

    const answer = await create(toInvite(team, email), team);

    expect(answer.statusCode, answer.body).toBe(200);
    const { inviteId } = answer.json().data;
    expect(inviteId).toMatch(/^[A-Za-z0-9]{20}$/);
    const { rows } = await sql<{ expires_at: Date; invited_by: string }>`
      select expires_at, invited_by from invites where id = ${inviteId}`.execute(app.db);
    expect(rows[0]?.invited_by).toBe(team.owner.uid);
    const lifeMs = (rows[0]?.expires_at.getTime() ?? 0) - before;
    expect(lifeMs).toBeGreaterThanOrEqual(fortnightMs);
    expect(lifeMs).toBeLessThan(fortnightMs + 60_000);
    const mails = await receivedMails(app, email);
    expect(mails.map(({ kind }) => kind)).toEqual(['invitation']);
    expect(mails[0]?.subject).toContain('Ada Lovelace');
    expect(mails[0]?.subject).toContain('Acme');
    const link = new URL(mails[0]?.links[0] ?? '');
    expect(`${link.origin}${link.pathname}`).toBe(`${app.config.publicUrl}/invite`);
    expect(link.searchParams.get('id')).toBe(inviteId);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    expect(answer.body).not.toContain(link.searchParams.get('token'));
  });

  it('trims and lower-cases the address', async () => {
    const team = await createTeam(app);
    const email = newAddress();
    const answer = await create(toInvite(team, `  ${email.toUpperCase()} `), team);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await readRows(team)).toMatchObject([{ email }]);
    expectRefusal(await create(toInvite(team, email), team), 'invite/already-pending');
  });

  it('adds the default permission, drops repeated keys and keeps the order of the configuration', async () => {
    const team = await createTeam(app);
    const asked = [[], ['admin', 'editor', 'admin'], ['editor', 'access', 'editor']];
    for (const permissions of asked) {
      const answer = await create({ ...toInvite(team), permissions }, team);
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect(await readRows(team)).toMatchObject([
      { permissions: ['access'] },
      { permissions: ['access', 'editor', 'admin'] },
      { permissions: ['access', 'editor'] },
    ]);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'a b@example.com',
    'ada.@example.com',
  ])('refuses the address "%s" with auth/invalid-email', async (email) => {
    const team = await createTeam(app);
    expectRefusal(await create(toInvite(team, email), team), 'auth/invalid-email');
    expect(await readRows(team)).toEqual([]);
  });

  it.each(['owner', 'Admin', '', 'constructor'])(
    'refuses the key "%s" with permission/unknown',
    async (key) => {
      const team = await createTeam(app);
      const data = { ...toInvite(team), permissions: ['access', key] };
      expectRefusal(await create(data, team), 'permission/unknown');
      expect(await readRows(team)).toEqual([]);
    },
  );

  it.each([
    { status: 'accepted' },
    { invited_by: 'somebody' },
    { token: 'mine' },
    { expires_at: '2100-01-01T00:00:00Z' },
    { email: ['a@example.com'] },
    { permissions: 'admin' },
    { permissions: { admin: true } },
    { permissions: Array(101).fill('access') },
  ])('refuses %j and keeps nothing', async (odd) => {
    const team = await createTeam(app);
    expectRefusal(await create({ ...toInvite(team), ...odd }, team), 'request/invalid');
    expect(await readRows(team)).toEqual([]);
  });

  it('refuses a second pending one with invite/already-pending, until the first has expired', async () => {
    const team = await createTeam(app);
    const email = newAddress();
    await create(toInvite(team, email), team);
    expectRefusal(await create(toInvite(team, email), team), 'invite/already-pending');
    expect(await readRows(team)).toHaveLength(1);

    app.clock.advance(fortnightMs);
    const owner = await signIn(app, team.owner);
    const again = await create(toInvite(team, email), { owner });

    expect(again.statusCode, again.body).toBe(200);
    expect(await readRows(team)).toMatchObject([{ status: 'expired' }, { status: 'pending' }]);
    const { rows } = await sql`
      select action, actor_id from audit_events where subscription_id = ${team.subscriptionId}
      order by id desc limit 2`.execute(app.db);
    expect(rows).toEqual([
      { action: 'invite.created', actor_id: owner.uid },
      { action: 'invite.expired', actor_id: null },
    ]);
  });

  it('lets the address be invited again once the first invite was taken back', async () => {
    const team = await createTeam(app);
    const email = newAddress();
    const { idToken } = team.owner;
    const { subscriptionId } = team;
    const { inviteId } = await invite(app, { subscriptionId, email, idToken });
    await callable(app, 'revokeInvite', { data: { inviteId, subscriptionId }, idToken });
    const again = await create(toInvite(team, email), team);
    expect(again.statusCode, again.body).toBe(200);
    expect(again.json().data.inviteId).not.toBe(inviteId);
  });

  it('refuses active members and the owner with invite/already-member', async () => {
    const team = await createTeam(app);
    const { idToken } = team.owner;
    const member = await joinedPerson(app, { subscriptionId: team.subscriptionId, idToken });
    for (const email of [member.email.toUpperCase(), team.owner.email]) {
      expectRefusal(await create(toInvite(team, email), team), 'invite/already-member');
    }
  });

  it('lets two subscriptions ask the same person', async () => {
    const email = newAddress();
    for (const team of [await createTeam(app), await createTeam(app)]) {
      expect((await create(toInvite(team, email), team)).statusCode).toBe(200);
    }
  });

  it.each([
    ['canceled', 'subscription/canceled'],
    ['incomplete', 'subscription/unpaid'],
    ['unpaid', 'subscription/unpaid'],
  ] as const)('refuses while the subscription is %s with %s', async (status, code) => {
    const team = await createTeam(app);
    await setStatus(app, team.subscriptionId, status);
    expectRefusal(await create(toInvite(team), team), code);
    expect(await readRows(team)).toEqual([]);
  });

  it('works while the subscription is past_due', async () => {
    const team = await createTeam(app);
    await setStatus(app, team.subscriptionId, 'past_due');
    expect((await create(toInvite(team), team)).statusCode).toBe(200);
  });

  it('refuses with seats/full and the numbers; only pending, unexpired ones and members count', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    await addMember(app, { subscriptionId, uid: (await createPerson(app)).uid });
    const emails = Array.from({ length: 8 }, newAddress);
    for (const email of emails) {
      expect((await create(toInvite(team, email), team)).statusCode).toBe(200);
    }
    expect(await readSeats(team)).toEqual({ used: 10, limit: 10 });

    const full = await create(toInvite(team), team);

    expectRefusal(full, 'seats/full');
    expect(full.json().error.message).toContain('10 of 10');
    expect((await receivedMails(app)).filter(({ to }) => emails.includes(to))).toHaveLength(8);

    app.clock.advance(fortnightMs - 60_000);
    const owner = await signIn(app, team.owner);
    expectRefusal(await create(toInvite(team), { owner }), 'seats/full');
    app.clock.advance(60_000);
    expect(await readSeats({ owner, subscriptionId })).toEqual({ used: 2, limit: 10 });
    expect((await create(toInvite(team), { owner })).statusCode).toBe(200);
    expect(await readSeats({ owner, subscriptionId })).toEqual({ used: 3, limit: 10 });
  });

  it('refuses with seats/full-after-change above the seats of the plan that is coming', async () => {
    const team = await createTeam(app);
    await scheduleFree(app, team.subscriptionId);
    for (const email of Array.from({ length: 9 }, newAddress)) {
      expect((await create(toInvite(team, email), team)).statusCode).toBe(200);
    }
    const refused = await create(toInvite(team), team);
    expectRefusal(refused, 'seats/full-after-change');
    expect(refused.json().error.message).toContain('10 of 10');
  });

  it('writes to people without an account in the language of who invites, to others in their own', async () => {
    const team = await createTeam(app);
    const { idToken, uid } = team.owner;
    await document(app, `PATCH /v1/users/${uid}`, { body: { language: 'zh' }, idToken });
    const invited = await createPerson(app, 'Grace Hopper');
    const mine = { body: { language: 'en' }, idToken: invited.idToken } as const;
    await document(app, `PATCH /v1/users/${invited.uid}`, mine);
    const stranger = newAddress();
    await create(toInvite(team, stranger), team);
    await create(toInvite(team, invited.email), team);
    expect((await receivedMails(app, stranger))[0]?.subject).toContain('邀请');
    const mail = (await receivedMails(app, invited.email)).at(-1);
    expect(mail?.subject).toContain('invites you');
    expect(mail?.text).toContain('Grace Hopper');
  });

  it('is for admin-level holders; a foreign and an unknown subscription answer alike', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const [editor, stranger] = [await createPerson(app), await createPerson(app)];
    await addMember(app, { subscriptionId, uid: editor.uid, permissions: ['access', 'editor'] });
    expectRefusal(await create(toInvite(team), { owner: editor }), 'access/denied');
    const foreign = await create(toInvite(team, 'not an address'), { owner: stranger });
    expectRefusal(foreign, 'access/denied');
    const nowhere = { ...toInvite(team, 'not an address'), subscriptionId: 'nothing' };
    expect((await create(nowhere, { owner: stranger })).body).toBe(foreign.body);
    expectRefusal(
      await callable(app, 'createInvite', { data: toInvite(team) }),
      'auth/unauthenticated',
    );
    expect(await readRows(team)).toEqual([]);
  });

  it('mails one address only so often and refuses more with auth/too-many-requests', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const { owner, subscriptionId } = await createTeam(limited);
    const { idToken } = owner;
    await sql`update accounts set email_verified = true`.execute(limited.db);
    const email = newAddress();
    const data = { subscriptionId, email, permissions: ['access'] };
    for (let time = 0; time < 5; time += 1) {
      const { inviteId } = await invite(limited, { ...data, idToken });
      await callable(limited, 'revokeInvite', { data: { inviteId, subscriptionId }, idToken });
    }
    const sixth = await callable(limited, 'createInvite', { data, idToken });
    expectRefusal(sixth, 'auth/too-many-requests');
    expect(await receivedMails(limited, email)).toHaveLength(5);
    limited.clock.advance(5 * 60_000);
    expect((await callable(limited, 'createInvite', { data, idToken })).statusCode).toBe(200);
  });

  describe('by a person whose address is not verified', () => {
    async function begin() {
      const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
      const teams = [await createTeam(limited)];
      const [{ owner } = expect.fail()] = teams;
      const other = await createFreeSubscription(limited, owner);
      const ids = [...teams.map(({ subscriptionId }) => subscriptionId), other];
      const send = (index: number) => {
        const data = { subscriptionId: ids[index % 2], email: newAddress(), permissions: [] };
        return callable(limited, 'createInvite', { ...owner, data });
      };
      return { limited, owner, ids, send };
    }

    it('refuses a fourth one with invite/verification-required, whatever became of the others', async () => {
      const { limited, owner, ids, send } = await begin();
      const first = await send(0);
      expect((await send(1)).statusCode).toBe(200);
      const data = { subscriptionId: ids[0], inviteId: first.json().data.inviteId };
      expect((await callable(limited, 'revokeInvite', { ...owner, data })).statusCode).toBe(200);
      expect((await send(0)).statusCode).toBe(200);
      expectRefusal(await send(1), 'invite/verification-required');
      const undone = await callable(limited, 'undoRevokeInvite', { ...owner, data });
      expect(undone.statusCode).toBe(200);
      // Sent again, it is a mail to a stranger as well.
      const again = await callable(limited, 'resendInvite', { ...owner, data });
      expectRefusal(again, 'invite/verification-required');
      limited.clock.advance(90 * 24 * 3_600_000);
      const late = await signIn(limited, owner);
      const body = { subscriptionId: ids[1], email: newAddress(), permissions: [] };
      const answer = await callable(limited, 'createInvite', { ...late, data: body });
      expectRefusal(answer, 'invite/verification-required');
      await sql`update accounts set email_verified = true where id = ${owner.uid}`.execute(
        limited.db,
      );
      const more = { ...body, email: newAddress() };
      const verified = await callable(limited, 'createInvite', { ...late, data: more });
      expect(verified.statusCode).toBe(200);
    });

    it('has no fourth one by sending to many projects at once', async () => {
      const { send } = await begin();
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => send(index)));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    });
  });
});
