import type { SubscriptionUser } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrollApp } from '../../harness/authenticator.ts';
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
  document,
  expectRefusal,
  identity,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const isoInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface UserList {
  readonly users: SubscriptionUser[];
  readonly total: number;
  readonly counts: { readonly active: number; readonly pending: number };
  readonly seats: { readonly used: number; readonly limit: number };
  readonly open_invites: number;
}

describe('getSubscriptionUsers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const ask = ({ owner, subscriptionId }: Team, question: object = {}) =>
    callable(app, 'getSubscriptionUsers', {
      data: { subscriptionId, ...question },
      idToken: owner.idToken,
    });

  async function list(team: Team, question: object = {}): Promise<UserList> {
    const answer = await ask(team, question);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }

  it('tells administrators who has a second factor', async () => {
    const team = await createTeam(app);
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    await addMember(app, { ...team, uid: person.uid, permissions: ['access'] });
    for (const question of [{}, { sortBy: 'email' }]) {
      const { users } = await list(team, question);
      const factors = Object.fromEntries(users.map((user) => [user.id, user.second_factor]));
      expect(factors).toEqual({ [team.owner.uid]: false, [person.uid]: true });
    }
  });

  async function addNamed({ subscriptionId }: Team, name: string): Promise<Person> {
    const person = await createPerson(app, name);
    await addMember(app, { subscriptionId, uid: person.uid, permissions: ['access', 'editor'] });
    return person;
  }

  const inviteTo = ({ owner, subscriptionId }: Team, email: string) =>
    invite(app, { subscriptionId, email, permissions: ['editor'], idToken: owner.idToken });

  const labels = ({ users }: UserList) =>
    users.map(({ display_name, email }) => (display_name === '' ? email : display_name));

  /** Every page and one more, put together. */
  async function readPages(
    team: Team,
    { search, pageSize, total }: { search: string; pageSize: number; total: number },
  ): Promise<SubscriptionUser[]> {
    const pages: SubscriptionUser[] = [];
    for (let page = 1; page <= Math.ceil(total / pageSize) + 1; page += 1) {
      const part = await list(team, { search, page, pageSize });
      expect(part.total).toBe(total);
      expect(part.users.length).toBeLessThanOrEqual(pageSize);
      pages.push(...part.users);
    }
    return pages;
  }

  const find = async (team: Team, search: string) => labels(await list(team, { search }));

  it('lists the owner, then members by name in any case, then pending invites by address', async () => {
    const team = await createTeam(app);
    const nameless = await addNamed(team, '');
    const [zoe, bob, alice] = [
      await addNamed(team, 'zoe'),
      await addNamed(team, 'Bob'),
      await addNamed(team, 'alice'),
    ];
    const late = await inviteTo(team, `z-${newAddress()}`);
    const soon = await inviteTo(team, `B-${newAddress()}`);

    const { users, total, seats, counts, open_invites } = await list(team);

    expect(users.map(({ id }) => id)).toEqual([
      team.owner.uid,
      ...[alice.uid, bob.uid, nameless.uid, zoe.uid],
      ...[soon.inviteId, late.inviteId],
    ]);
    expect({ total, seats }).toEqual({ total: 7, seats: { used: 7, limit: 10 } });
    expect({ counts, open_invites }).toEqual({
      counts: { active: 5, pending: 2 },
      open_invites: 2,
    });
    expect(users[1]).toEqual({
      id: alice.uid,
      display_name: 'alice',
      email: alice.email,
      status: 'active',
      permissions: ['access', 'editor'],
      joined_at: expect.stringMatching(isoInstant),
      second_factor: false,
      open_invites: 0,
    });
    expect(users[5]).toEqual({
      id: soon.inviteId,
      display_name: '',
      email: expect.stringMatching(/^b-person-/),
      status: 'pending',
      permissions: [],
      pending_permissions: ['access', 'editor'],
      invite_id: soon.inviteId,
      invited_at: expect.stringMatching(isoInstant),
      expires_at: expect.stringMatching(isoInstant),
      invited_by: 'Ada Lovelace',
    });
    const { invited_at = '', expires_at = '' } = users[5] ?? {};
    expect(Date.parse(expires_at) - Date.parse(invited_at)).toBe(fortnightMs);
  });

  it('answers pages of every size that together are the whole list, with a search too', async () => {
    const team = await createTeam(app);
    const names = ['Same', 'same', 'SAME', '', 'éclair', '李小龙'];
    await Promise.all(names.map((name) => addNamed(team, name)));
    for (const email of ['x', 'y', 'same'].map((start) => `${start}-${newAddress()}`)) {
      await inviteTo(team, email);
    }
    for (const search of ['', 'same', 'example.com']) {
      const whole = await list(team, { search });
      expect(whole.users).toHaveLength(whole.total);
      expect(new Set(whole.users.map(({ id }) => id)).size).toBe(whole.total);
      for (const pageSize of [1, 2, 3, 4, 7, 9, 10, 11, 100]) {
        const pages = await readPages(team, { search, pageSize, total: whole.total });
        expect(pages, `${search} by ${pageSize}`).toEqual(whole.users);
      }
    }
  });

  it('takes 10 if only the page is given, and page 1 if only the size is', async () => {
    const team = await createTeam(app);
    await Promise.all(Array.from({ length: 12 }, () => addNamed(team, 'One of many')));
    const whole = await list(team);
    expect(whole).toMatchObject({ total: 13, seats: { used: 13, limit: 10 } });
    expect((await list(team, { page: 1 })).users).toEqual(whole.users.slice(0, 10));
    expect((await list(team, { page: 2 })).users).toEqual(whole.users.slice(10));
    expect((await list(team, { pageSize: 3 })).users).toEqual(whole.users.slice(0, 3));
    const past = { users: [], total: 13 };
    expect(await list(team, { page: 3 })).toMatchObject(past);
    expect(await list(team, { page: 1_000_000, pageSize: 100 })).toMatchObject(past);
  });

  it.each([
    ...[0, -1, 101, 1.5, '10', true, 1e21].map((pageSize) => ({ page: 1, pageSize })),
    ...[0, -1, 1.5, '1', 1_000_001].map((page) => ({ page, pageSize: 10 })),
    { search: 7 },
    { search: 'x'.repeat(201) },
    { search: 'a\u0000' },
    { sort: 'email' },
    ...[{ sortBy: 'size' }, { status: 'gone' }, { role: 'admin' }, { descending: 'yes' }],
  ])('refuses %j', async (question) => {
    expectRefusal(await ask(await createTeam(app), question), 'request/invalid');
  });

  it('finds by part of a name or of an address, in any case', async () => {
    const team = await createTeam(app);
    const grace = await addNamed(team, 'Grace Hopper');
    const bruce = await addNamed(team, '李小龙 Bruce');
    const elodie = await addNamed(team, 'ÉLODIE');
    const waiting = `Waiting-${newAddress()}`;
    await inviteTo(team, waiting);
    await addNamed(team, '');

    expect(await find(team, 'hop')).toEqual(['Grace Hopper']);
    expect(await find(team, '  GRACE hopper ')).toEqual(['Grace Hopper']);
    expect(await find(team, grace.email.slice(3, 15).toUpperCase())).toEqual(['Grace Hopper']);
    expect(await find(team, '小龙')).toEqual(['李小龙 Bruce']);
    expect(await find(team, bruce.email)).toEqual(['李小龙 Bruce']);
    expect(await find(team, 'élodie')).toEqual(['ÉLODIE']);
    expect(await find(team, elodie.email)).toEqual(['ÉLODIE']);
    expect(await find(team, 'WAITING-')).toEqual([waiting.toLowerCase()]);
    expect(await find(team, 'lovelace')).toEqual(['Ada Lovelace']);
    expect(await list(team, { search: 'nobody at all' })).toMatchObject({
      users: [],
      total: 0,
      seats: { used: 6 },
    });
    expect((await list(team, { search: '   ' })).total).toBe(6);
  });

  it('takes % _ and \\ for what they are', async () => {
    const team = await createTeam(app);
    for (const name of ['100%', 'a_b', 'axb', 'back\\slash', "O'Hara"]) {
      await addNamed(team, name);
    }
    expect(await find(team, '%')).toEqual(['100%']);
    expect(await find(team, '_')).toEqual(['a_b']);
    expect(await find(team, 'a_b')).toEqual(['a_b']);
    expect(await find(team, '\\')).toEqual(['back\\slash']);
    expect(await find(team, '\\%')).toEqual([]);
    expect(await find(team, "o'h")).toEqual(["O'Hara"]);
  });

  it('knows people by the name and the address of today', async () => {
    const team = await createTeam(app);
    const [zoe, bob] = [await addNamed(team, 'Zoe'), await createVerifiedPerson(app)];
    await addMember(app, { subscriptionId: team.subscriptionId, uid: bob.uid });
    const bobs = { body: { display_name: 'Bob' }, idToken: bob.idToken };
    await document(app, `PATCH /v1/users/${bob.uid}`, bobs);
    const body = { display_name: 'Aaron' };
    await document(app, `PATCH /v1/users/${zoe.uid}`, { body, idToken: zoe.idToken });
    expect(labels(await list(team))).toEqual(['Ada Lovelace', 'Aaron', 'Bob']);
    expect(await find(team, 'zoe')).toEqual([]);
    expect(await find(team, 'aaron')).toEqual(['Aaron']);

    const email = await changeEmail(app, bob);
    expect(await find(team, bob.email)).toEqual([]);
    expect(await find(team, email)).toEqual(['Bob']);
    expect((await list(team)).users.at(-1)).toMatchObject({ display_name: 'Bob', email });

    const nameless = { idToken: bob.idToken, deleteAttribute: ['DISPLAY_NAME'] };
    await identity(app, '/v1/accounts:update', nameless);
    expect(labels(await list(team))).toEqual(['Ada Lovelace', 'Aaron', email]);
  });

  it('narrows to a status, the owner, plain members or a permission, and still counts all', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    await addNamed(team, 'Editor');
    const plain = await createPerson(app, 'Plain');
    await addMember(app, { subscriptionId, uid: plain.uid });
    await inviteTo(team, `editor-${newAddress()}`);
    const labelsOf = async (question: object) =>
      labels(await list(team, question)).map((label) => label.replace(/-person.*/, ''));

    expect(await labelsOf({ status: 'pending' })).toEqual(['editor']);
    expect(await labelsOf({ status: 'active' })).toEqual(['Ada Lovelace', 'Editor', 'Plain']);
    expect(await labelsOf({ role: 'owner' })).toEqual(['Ada Lovelace']);
    expect(await labelsOf({ role: 'member' })).toEqual(['Plain']);
    expect(await labelsOf({ permission: 'editor' })).toEqual(['Editor', 'editor']);
    expect(await labelsOf({ permission: 'admin', search: 'ada' })).toEqual(['Ada Lovelace']);
    expect(await labelsOf({ permission: 'no such key' })).toEqual([]);
    const found = await list(team, { status: 'active', permission: 'editor' });
    expect(found).toMatchObject({ total: 1, counts: { active: 1, pending: 1 } });
    expect(found).toMatchObject({ seats: { used: 4, limit: 10 }, open_invites: 1 });
  });

  it('sorts in every order, page by page', async () => {
    const team = await createTeam(app);
    const names = ['Zoe', 'Bob', 'Carl'];
    for (const name of names) {
      app.clock.advance(1000);
      await addNamed(team, name);
    }
    await inviteTo(team, `aaa-${newAddress()}`);
    await inviteTo(team, `zzz-${newAddress()}`);
    const whole = await list(team);
    const expected = {
      name: ['Ada Lovelace', 'Bob', 'Carl', 'Zoe'],
      joined: ['Ada Lovelace', 'Zoe', 'Bob', 'Carl'],
    };
    for (const [sortBy, order] of Object.entries(expected)) {
      const upwards = labels(await list(team, { sortBy, status: 'active' }));
      expect(upwards, sortBy).toEqual(order);
      const downwards = await list(team, { sortBy, descending: true });
      expect(labels(downwards).slice(0, 4), sortBy).toEqual(order.toReversed());
    }
    for (const sortBy of ['name', 'email', 'joined', 'lastSeen']) {
      for (const descending of [false, true]) {
        const question = { sortBy, descending };
        const sorted = await list(team, question);
        expect(sorted.users.map(({ id }) => id).sort()).toEqual(
          whole.users.map(({ id }) => id).sort(),
        );
        const pages = [
          ...(await list(team, { ...question, page: 1, pageSize: 4 })).users,
          ...(await list(team, { ...question, page: 2, pageSize: 4 })).users,
        ];
        expect(pages, sortBy).toEqual(sorted.users);
      }
    }
    const emails = (await list(team, { sortBy: 'email' })).users.map(({ email }) => email);
    expect(emails).toEqual(emails.toSorted());
  });

  it('says when a person was last here, exact to 5 minutes, and nothing of other projects', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const bob = await addNamed(team, 'Bob');
    const other = await createTeam(app);
    await addMember(app, { subscriptionId: other.subscriptionId, uid: bob.uid });
    const seen = async (search: string) => (await list(team, { search })).users[0]?.last_seen_at;
    const agoMs = (at = '') => app.clock.now().getTime() - Date.parse(at);
    const visit = (id: string) => document(app, `GET /v1/subscriptions/${id}`, bob);

    await visit(other.subscriptionId);
    expect(await seen('Bob')).toBeUndefined();
    await visit(subscriptionId);
    const first = await seen('Bob');
    expect(agoMs(first)).toBeLessThan(30_000);
    app.clock.advance(4 * 60_000);
    await visit(subscriptionId);
    expect(await seen('Bob')).toBe(first);
    app.clock.advance(60_000);
    await visit(subscriptionId);
    expect(agoMs(await seen('Bob'))).toBeLessThan(30_000);
    const recent = { sortBy: 'lastSeen', descending: true };
    expect(labels(await list(team, recent))).toHaveLength(2);
  });

  it('leaves no ghost of a deleted account', async () => {
    const team = await createTeam(app);
    const member = await addNamed(team, 'Gone');
    const waiting = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(team, waiting.email);
    for (const { idToken } of [member, waiting]) {
      expect((await identity(app, '/v1/accounts:delete', { idToken })).statusCode).toBe(200);
    }
    const left = await list(team);
    expect(labels(left)).toEqual(['Ada Lovelace']);
    expect(left).toMatchObject({ total: 1, seats: { used: 1 } });
    expect(await find(team, waiting.email)).toEqual([]);
    const { rows } = await sql`select 1 from invites where id = ${inviteId}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('counts right if a canceled subscription has lost its owner', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const admin = await createPerson(app, 'Admin');
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: admin.uid, permissions });
    await addNamed(team, 'Bob');
    await setStatus(app, subscriptionId, 'canceled');
    await identity(app, '/v1/accounts:delete', { idToken: owner.idToken });
    const left = await list({ owner: admin, subscriptionId });
    expect(labels(left)).toEqual(['Admin', 'Bob']);
    expect(left).toMatchObject({ total: 2, seats: { used: 2 } });
  });

  it('leaves out an invite that has expired, flipped or not', async () => {
    const team = await createTeam(app);
    await inviteTo(team, newAddress());
    app.clock.advance(fortnightMs - 60_000);
    const again = { ...team, owner: await signIn(app, team.owner) };
    expect((await list(again)).total).toBe(2);
    app.clock.advance(60_000);
    expect(await list(again)).toMatchObject({ total: 1, seats: { used: 1 } });
    expect(await list(again, { search: 'person' })).toMatchObject({ total: 1 });
    await app.app.runDue();
    expect(await list(again)).toMatchObject({ total: 1, seats: { used: 1 } });
  });

  it('is closed with subscription/unpaid while nothing is paid', async () => {
    const team = await createTeam(app);
    await setStatus(app, team.subscriptionId, 'unpaid');
    expectRefusal(await ask(team), 'subscription/unpaid');
    await setStatus(app, team.subscriptionId, 'past_due');
    expect((await list(team)).total).toBe(1);
  });

  it('is for admin-level holders; a foreign and an unknown subscription answer alike', async () => {
    const team = await createTeam(app);
    const editor = await addNamed(team, 'Editor');
    expectRefusal(await ask({ ...team, owner: editor }), 'access/denied');
    const stranger = await createPerson(app);
    const foreign = await ask({ ...team, owner: stranger });
    expectRefusal(foreign, 'access/denied');
    const unknown = await ask({ subscriptionId: 'nothing', owner: stranger });
    expect(unknown.body).toBe(foreign.body);
    const { subscriptionId } = team;
    const visitor = await callable(app, 'getSubscriptionUsers', { data: { subscriptionId } });
    expectRefusal(visitor, 'auth/unauthenticated');
  });
});
