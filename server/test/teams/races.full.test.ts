import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { createCrowd, verdictOf, withSeats } from '../harness/crowd.ts';
import { addMember } from '../harness/factories.ts';
import { createTestApp, openSecondApp, type TestApp } from '../harness/test-app.ts';
import { callable, createFreeSubscription, identity, type Person } from '../harness/wire-client.ts';

const isLong = Boolean(process.env.HEARTH_LONG);
const rounds = isLong ? 50 : 5;
const seats = 8;
const seed = chosenSeed();

/** People of one team in two processes, all at once. Run again with SEED to have the same order. */
describe(`a team under races (SEED=${seed})`, { timeout: 600_000 }, () => {
  let app: TestApp;
  let second: TestApp;
  let chance: Chance;
  let crowd: Person[];
  let owner: Person;
  let admin: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp({ product: withSeats(seats) });
    chance = createChance(seed);
    crowd = await createCrowd(app, 40);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    second = await openSecondApp(app);
  });

  const either = () => (chance.below(2) === 0 ? app : second);

  async function call(name: string, data: object, { idToken }: Person): Promise<string> {
    return verdictOf(await callable(either(), name, { data, idToken }));
  }

  /** A new subscription with an owner and an admin from a fresh pair of people. */
  async function found(): Promise<void> {
    [owner, admin] = (await createCrowd(app, 2)) as [Person, Person];
    subscriptionId = await createFreeSubscription(app, owner);
    await addMember(app, { subscriptionId, uid: admin.uid, permissions: ['access', 'admin'] });
  }

  async function pendingInvite({ email }: Person): Promise<string> {
    const data = { subscriptionId, email, permissions: ['editor'] };
    const answer = await callable(app, 'createInvite', { data, idToken: owner.idToken });
    expect(verdictOf(answer)).toBe('ok');
    return answer.json().data.inviteId;
  }

  interface Truth {
    readonly ownerId: string;
    readonly members: Record<string, string[]>;
    readonly invites: Record<string, string>;
    readonly actions: string[];
  }

  async function readTruth(): Promise<Truth> {
    const { rows } = await sql<Truth>`
      select owner_id as "ownerId",
        (select jsonb_object_agg(account_id, permissions) from memberships
          where subscription_id = sub.id) as members,
        coalesce((select jsonb_object_agg(id, status) from invites
          where subscription_id = sub.id), '{}') as invites,
        array(select action from audit_events where subscription_id = sub.id order by id) as actions
      from subscriptions sub where id = ${subscriptionId}`.execute(app.db);
    return rows[0] ?? expect.fail();
  }

  const count = (list: readonly string[], wanted: string) =>
    list.filter((one) => one === wanted).length;

  async function readList() {
    const answer = await callable(app, 'getSubscriptionUsers', {
      data: { subscriptionId },
      idToken: owner.idToken,
    });
    return answer.json().data as {
      users: { id: string; status: string }[];
      total: number;
      seats: { used: number; limit: number };
    };
  }

  /** Answers of one burst; each successful change as `action who`. */
  interface Burst {
    readonly done: string[];
    readonly refused: string[];
  }

  /** The crowd asks, joins, goes and is thrown out, 200 at once. */
  async function burst(pending: ReadonlyMap<Person, string>): Promise<Burst> {
    const done: string[] = [];
    const refused: string[] = [];
    const note = (action: string, person: Person, verdict: string) =>
      verdict === 'ok'
        ? done.push(`${action} ${person.uid}`)
        : refused.push(`${action} ${verdict}`);
    const invited = [...pending.keys()];

    const accept = async (person: Person, inviteId: string) =>
      note('accept', person, await call('acceptInvite', { inviteId }, person));
    const ask = async (person: Person, isAccepted: boolean) => {
      const data = { subscriptionId, email: person.email, permissions: [] };
      const { idToken } = chance.pick([owner, admin]);
      const answer = await callable(either(), 'createInvite', { data, idToken });
      note('create', person, verdictOf(answer));
      if (answer.statusCode === 200 && isAccepted) {
        await accept(person, answer.json().data.inviteId);
      }
    };
    const inviteOf = (person: Person) => pending.get(person) ?? '';
    const steps: ((person: Person) => Promise<unknown>)[] = [
      ...Array.from({ length: 90 }, (_, index) => () => ask(chance.pick(crowd), index % 3 > 0)),
      ...Array.from({ length: 70 }, () => (person: Person) => accept(person, inviteOf(person))),
      ...Array.from({ length: 10 }, () => async (person: Person) => {
        const stranger = chance.pick(crowd.filter((one) => !pending.has(one)));
        const verdict = await call('acceptInvite', { inviteId: inviteOf(person) }, stranger);
        note('steal', stranger, verdict);
      }),
      ...Array.from({ length: 10 }, () => async (person: Person) => {
        const data = { subscriptionId, inviteId: inviteOf(person) };
        note('revoke', person, await call('revokeInvite', data, chance.pick([owner, admin])));
      }),
      ...Array.from({ length: 5 }, () => async (person: Person) => {
        note('reject', person, await call('rejectInvite', { inviteId: inviteOf(person) }, person));
      }),
      ...Array.from({ length: 10 }, () => async (person: Person) => {
        const data = { subscriptionId, userId: person.uid };
        note('remove', person, await call('removeUser', data, chance.pick([owner, admin, person])));
      }),
      ...Array.from({ length: 5 }, () => async () => {
        const { users, total, seats: taken } = await readList();
        expect(users).toHaveLength(total);
        expect(taken.used).toBe(total);
        expect(taken.used).toBeLessThanOrEqual(seats);
      }),
    ];
    await Promise.all(chance.shuffle(steps).map((step) => step(chance.pick(invited))));
    return { done, refused };
  }

  const expectedRefusals = new Set([
    ...['already-pending', 'already-member'].map((code) => `create invite/${code}`),
    'create seats/full',
    ...['already-accepted', 'revoked', 'rejected'].map((code) => `accept invite/${code}`),
    ...['already-accepted', 'revoked', 'rejected'].map((code) => `revoke invite/${code}`),
    ...['already-accepted', 'revoked', 'rejected'].map((code) => `reject invite/${code}`),
    'steal access/denied',
    'remove member/unknown',
    'remove access/denied',
  ]);

  async function expectNothingLost(pendingBefore: number, { done, refused }: Burst): Promise<void> {
    expect(refused.filter((one) => !expectedRefusals.has(one))).toEqual([]);
    const { members, invites, actions } = await readTruth();
    const times = (action: string) => done.filter((one) => one.startsWith(`${action} `)).length;
    for (const { uid } of crowd) {
      const stays = count(done, `accept ${uid}`) - count(done, `remove ${uid}`);
      expect(stays, uid).toBe(uid in members ? 1 : 0);
    }
    const statuses = Object.values(invites);
    const ends = times('accept') + times('revoke') + times('reject');
    expect(statuses).toHaveLength(pendingBefore + times('create'));
    expect(count(statuses, 'accepted')).toBe(times('accept'));
    expect(count(statuses, 'revoked')).toBe(times('revoke'));
    expect(count(statuses, 'rejected')).toBe(times('reject'));
    expect(count(statuses, 'pending')).toBe(pendingBefore + times('create') - ends);
    expect(actions).toHaveLength(1 + pendingBefore + done.length);

    const list = await readList();
    const active = list.users.filter(({ status }) => status === 'active').map(({ id }) => id);
    const waiting = list.users.filter(({ status }) => status === 'pending').map(({ id }) => id);
    expect(active.sort()).toEqual(Object.keys(members).sort());
    const pending = Object.entries(invites).filter(([, status]) => status === 'pending');
    expect(waiting.sort()).toEqual(pending.map(([id]) => id).sort());
    expect(list.total).toBe(active.length + waiting.length);
    expect(list.seats).toEqual({ used: list.total, limit: seats });
    expect(list.total).toBeLessThanOrEqual(seats);
  }

  it('never has more members and pending invites than seats, and loses nobody', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await found();
      const pending = new Map<Person, string>();
      for (const person of chance.shuffle(crowd).slice(0, seats - 2)) {
        pending.set(person, await pendingInvite(person));
      }
      await expectNothingLost(pending.size, await burst(pending));
    }
  });

  interface Duel {
    readonly one: () => Promise<string>;
    readonly other: () => Promise<string>;
  }

  /** Both at once, in either order and in either process. */
  async function race({ one, other }: Duel): Promise<[string, string]> {
    if (chance.below(2) === 0) {
      return await Promise.all([one(), other()]);
    }
    const [last, first] = await Promise.all([other(), one()]);
    return [first, last];
  }

  const transferTo = ({ uid: newOwnerId }: Person) =>
    call('transferSubscriptionOwnership', { subscriptionId, newOwnerId }, owner);

  const removeAccount = async ({ idToken }: Person) =>
    verdictOf(await identity(either(), '/v1/accounts:delete', { idToken }));

  async function expectOneOwner(): Promise<Truth> {
    const truth = await readTruth();
    expect(truth.members[truth.ownerId]).toEqual(['access', 'admin']);
    const { rows } = await sql`select 1 from accounts where id = ${truth.ownerId}`.execute(app.db);
    expect(rows).toHaveLength(1);
    return truth;
  }

  it('has one owner after two transfers at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await found();
      const [other] = (await createCrowd(app, 1)) as [Person];
      await addMember(app, { subscriptionId, uid: other.uid, permissions: ['access', 'admin'] });

      const verdicts = await race({
        one: () => transferTo(admin),
        other: () => transferTo(other),
      });

      const { ownerId, actions } = await expectOneOwner();
      expect([...verdicts].sort()).toEqual(['access/owner-only', 'ok']);
      expect(ownerId).toBe(verdicts[0] === 'ok' ? admin.uid : other.uid);
      expect(count(actions, 'subscription.ownership-transferred')).toBe(1);
    }
  });

  const ofAdmin = () => ({ subscriptionId, userId: admin.uid });

  it.each<[string, string, () => Promise<string>]>([
    ['deletes their account', 'auth/owns-active-subscription', () => removeAccount(admin)],
    ['leaves', 'member/is-owner', () => call('removeUser', ofAdmin(), admin)],
    ['is removed', 'member/is-owner', () => call('removeUser', ofAdmin(), owner)],
    [
      'is demoted',
      'member/is-owner',
      () => call('updateUserPermissions', { ...ofAdmin(), permissions: [] }, owner),
    ],
  ])('keeps an owner who lives and may when the successor %s', async (_, tooLate, goAway) => {
    for (let round = 0; round < rounds; round += 1) {
      await found();

      const verdicts = await race({ one: () => transferTo(admin), other: goAway });

      const { ownerId } = await expectOneOwner();
      const isGiven = verdicts[0] === 'ok';
      expect(verdicts).toEqual(
        isGiven ? ['ok', tooLate] : ['subscription/not-eligible-owner', 'ok'],
      );
      expect(ownerId).toBe(isGiven ? admin.uid : owner.uid);
    }
  });

  /** Invite, membership, list and activity tell the same story. */
  async function expectEnd({ uid }: Person, inviteId: string, status: string): Promise<void> {
    const { invites, members, actions } = await readTruth();
    const { users, total } = await readList();
    expect(invites[inviteId]).toBe(status);
    expect(uid in members).toBe(status === 'accepted');
    expect(users.some(({ id }) => id === uid)).toBe(status === 'accepted');
    expect(total).toBe(Object.keys(members).length);
    expect(actions.filter((action) => action.startsWith('invite.'))).toEqual([
      'invite.created',
      `invite.${status}`,
    ]);
  }

  it('lets either an acceptance or a revocation win, and all sides see which', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await found();
      const person = chance.pick(crowd);
      const inviteId = await pendingInvite(person);

      const verdicts = await race({
        one: () => call('acceptInvite', { inviteId }, person),
        other: () => call('revokeInvite', { inviteId, subscriptionId }, admin),
      });

      const isIn = verdicts[0] === 'ok';
      expect(verdicts).toEqual(isIn ? ['ok', 'invite/already-accepted'] : ['invite/revoked', 'ok']);
      await expectEnd(person, inviteId, isIn ? 'accepted' : 'revoked');
    }
  });

  it('lets either an acceptance or the end of its time win', async () => {
    for (let round = 0; round < rounds * 2; round += 1) {
      await found();
      const person = chance.pick(crowd);
      const inviteId = await pendingInvite(person);
      const end = app.clock.now().getTime() + 20;
      await sql`update invites set expires_at = ${new Date(end)} where id = ${inviteId}`.execute(
        app.db,
      );
      const acceptLater = async () => {
        await sleep(chance.below(20));
        return await call('acceptInvite', { inviteId }, person);
      };
      const sweepUntilEnd = async () => {
        do {
          await Promise.all([app.app.runDue(), second.app.runDue()]);
        } while (app.clock.now().getTime() <= end);
        await app.app.runDue();
      };

      const [verdict] = await Promise.all([acceptLater(), sweepUntilEnd()]);
      await app.app.runDue();

      expect(['ok', 'invite/expired']).toContain(verdict);
      await expectEnd(person, inviteId, verdict === 'ok' ? 'accepted' : 'expired');
    }
  });

  it('leaves no ghost of somebody who accepts and deletes their account at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await found();
      const [person] = (await createCrowd(app, 1)) as [Person];
      const inviteId = await pendingInvite(person);

      const verdicts = await race({
        one: () => call('acceptInvite', { inviteId }, person),
        other: () => removeAccount(person),
      });

      const isIn = verdicts[0] === 'ok';
      expect(verdicts).toEqual([isIn ? 'ok' : 'auth/account-deleted', 'ok']);
      const { invites, members, actions } = await readTruth();
      expect(invites).toEqual({});
      expect(Object.keys(members).sort()).toEqual([owner.uid, admin.uid].sort());
      expect(actions.includes('invite.accepted')).toBe(isIn);
      expect(actions.includes('member.left')).toBe(isIn);
      expect((await readList()).total).toBe(2);
    }
  });

  it('invites an address once, however many ask for it at once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await found();
      const { email } = chance.pick(crowd);
      const ask = (caller: Person) =>
        call('createInvite', { subscriptionId, email, permissions: [] }, caller);

      const verdicts = await Promise.all([owner, admin, owner, admin].map(ask));

      expect(verdicts.sort()).toEqual([...Array(3).fill('invite/already-pending'), 'ok']);
      expect(Object.values((await readTruth()).invites)).toEqual(['pending']);
    }
  });
});
