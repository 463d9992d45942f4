import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { createCrowd, verdictOf, withSeats } from '../harness/crowd.ts';
import { addMember } from '../harness/factories.ts';
import { createTestApp, openSecondApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  document,
  identity,
  newAddress,
  type Person,
} from '../harness/wire-client.ts';

const isLong = Boolean(process.env.HEARTH_LONG);
const rounds = isLong ? 50 : 3;
const seed = chosenSeed();
const dayMs = 86_400_000;

/** Locks are taken in one order everywhere: account, subscription, invite, membership. */
describe(`locks of teams (SEED=${seed})`, { timeout: 600_000 }, () => {
  let app: TestApp;
  let chance: Chance;
  beforeAll(async () => {
    app = await createTestApp({ product: withSeats(20) });
    chance = createChance(seed);
  });
  afterAll(() => app.close());

  /** Three subscriptions that share their people: everybody is an admin of all. */
  async function foundThree(people: readonly Person[]): Promise<string[]> {
    const ids: string[] = [];
    for (const owner of people.slice(0, 3)) {
      const subscriptionId = await createFreeSubscription(app, owner);
      ids.push(subscriptionId);
      for (const { uid } of people.filter((one) => one !== owner)) {
        const permissions = ['access', 'admin'];
        await addMember(app, { subscriptionId, uid, permissions });
      }
    }
    return ids;
  }

  it('never wait for each other, whatever happens at once', async () => {
    const second = await openSecondApp(app);
    const either = () => (chance.below(2) === 0 ? app : second);
    for (let round = 0; round < rounds; round += 1) {
      const people = await createCrowd(app, 12);
      const ids = await foundThree(people);
      await oldInvites(ids, people);
      const call = async (name: string, data: object) =>
        verdictOf(await callable(either(), name, { data, idToken: chance.pick(people).idToken }));
      const pair = () => ({ subscriptionId: chance.pick(ids), userId: chance.pick(people).uid });
      const invite = async () => {
        const person = chance.pick(people);
        const data = { subscriptionId: chance.pick(ids), email: person.email, permissions: [] };
        const { idToken } = chance.pick(people);
        const answer = await callable(either(), 'createInvite', { data, idToken });
        const inviteId = answer.json().data?.inviteId ?? 'none';
        const accepted = await callable(either(), 'acceptInvite', {
          data: { inviteId },
          idToken: person.idToken,
        });
        return `${verdictOf(answer)} ${verdictOf(accepted)}`;
      };
      const actions: (() => Promise<string | undefined>)[] = [
        () => call('removeUser', pair()),
        async () => {
          const removal = { data: pair(), idToken: chance.pick(people).idToken };
          const removed = await callable(either(), 'removeUser', removal);
          const undone = await callable(either(), 'undoRemoveUser', removal);
          return `${verdictOf(removed)} ${verdictOf(undone)}`;
        },
        invite,
        invite,
        () => call('updateUserPermissions', { ...pair(), permissions: [] }),
        () => call('createSubscription', { planId: 'free' }),
        () => {
          const { subscriptionId, userId: newOwnerId } = pair();
          return call('transferSubscriptionOwnership', { subscriptionId, newOwnerId });
        },
        async () => {
          const { uid, idToken } = chance.pick(people);
          const body = { display_name: `Name ${chance.below(1000)}` };
          return verdictOf(await document(either(), `PATCH /v1/users/${uid}`, { body, idToken }));
        },
        async () => {
          const { idToken } = chance.pick(people.slice(6));
          return verdictOf(await identity(either(), '/v1/accounts:delete', { idToken }));
        },
        () =>
          either()
            .app.runDue()
            .then(() => undefined),
      ];

      for (let lot = 0; lot < 5; lot += 1) {
        // More than the connections of both, and few enough that none waits in vain for one on a slow machine.
        const verdicts = await Promise.all(
          Array.from({ length: 30 }, () => chance.pick(actions)()),
        );
        expect(verdicts.filter((one) => one?.includes('server/'))).toEqual([]);
      }
      await expectListed();
    }
  });

  /** Ended long ago or just over, so that sweeps have something to flip and to remove. */
  async function oldInvites(ids: readonly string[], people: readonly Person[]): Promise<void> {
    const now = app.clock.now().getTime();
    const [long, over] = [new Date(now - 100 * dayMs), new Date(now - 1)];
    await sql`
      insert into invites (id, subscription_id, email, permissions, token_hash, status, invited_by,
        created_at, expires_at, ended_at)
      select gen_random_uuid(), sub, person, '{access}', '', status, 'nobody', ${long}, ${over},
        case when status <> 'pending' then ${long}::timestamptz end
      from unnest(${ids}::text[]) sub, unnest(${people.map(({ email }) => email)}::text[]) person,
        unnest('{pending,revoked,expired}'::text[]) status`.execute(app.db);
  }

  /** Every membership stands in its list under the person's name of now, and is counted. */
  async function expectListed(): Promise<void> {
    const { rows } = await sql`
      select a.display_name, m.listed_as from memberships m join accounts a on a.id = m.account_id
      where m.listed_as <> fold_name(coalesce(nullif(a.display_name, ''), a.email))
        or m.search_text <> fold_name(a.display_name || ' ' || a.email)`.execute(app.db);
    expect(rows).toEqual([]);
    const counts = await sql`
      select id from subscriptions sub where member_count <>
        (select count(*) from memberships where subscription_id = sub.id)`.execute(app.db);
    expect(counts.rows).toEqual([]);
  }

  it('keep a membership that begins while its person is renamed in step', async () => {
    for (const person of await createCrowd(app, rounds * 5)) {
      const { uid, idToken } = person;
      const body = { display_name: `Renamed ${newAddress()}` };
      const answers = await Promise.all([
        createFreeSubscription(app, person),
        document(app, `PATCH /v1/users/${uid}`, { body, idToken }),
      ]);
      expect(answers[1].statusCode).toBe(200);
    }
    await expectListed();
  });

  it('leave it to the foreign key to refuse a membership of nobody', async () => {
    const [owner] = (await createCrowd(app, 1)) as [Person];
    const subscriptionId = await createFreeSubscription(app, owner);
    const membership = addMember(app, { subscriptionId, uid: 'nobody' });
    await expect(membership).rejects.toMatchObject({ constraint: 'memberships_account_id_fkey' });
  });
});
