import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, invite, joinedPerson, type Team } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  expectRefusal,
  identity,
  type Person,
  signIn,
} from '../harness/wire-client.ts';

interface Scene {
  readonly team: Team;
  /** Has two invites open, and one that was revoked. */
  readonly admin: Person;
  /** The invited persons, with the links that they were mailed. */
  readonly guests: readonly { person: Person; claim: { inviteId: string; token: string } }[];
}

describe('open invites of an administrator', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(): Promise<Scene> {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const permissions = ['access', 'editor', 'admin'];
    const admin = await joinedPerson(app, { subscriptionId, permissions, idToken: owner.idToken });
    const guests = [await inviteBy(team, admin), await inviteBy(team, admin)];
    const { inviteId } = (await inviteBy(team, admin)).claim;
    await callable(app, 'revokeInvite', { ...owner, data: { subscriptionId, inviteId } });
    return { team, admin, guests };
  }

  async function inviteBy({ subscriptionId }: Team, { idToken }: Person) {
    const person = await createPerson(app);
    const claim = await invite(app, { subscriptionId, email: person.email, idToken });
    return { person, claim };
  }

  const users = async ({ owner, subscriptionId }: Team) =>
    (await callable(app, 'getSubscriptionUsers', { ...owner, data: { subscriptionId } })).json()
      .data;

  const set = ({ team: { owner, subscriptionId }, admin }: Scene, permissions: string[]) =>
    callable(app, 'updateUserPermissions', {
      ...owner,
      data: { subscriptionId, userId: admin.uid, permissions },
    });

  const remove = ({ team: { subscriptionId }, admin }: Scene, by: Person) =>
    callable(app, 'removeUser', { ...by, data: { subscriptionId, userId: admin.uid } });

  async function statuses({ team: { subscriptionId }, admin }: Scene): Promise<string[]> {
    const { rows } = await sql<{ status: string }>`
      select status from invites where subscription_id = ${subscriptionId}
        and invited_by = ${admin.uid} order by created_at, id`.execute(app.db);
    return rows.map(({ status }) => status);
  }

  async function revokers({ team: { subscriptionId }, guests }: Scene): Promise<string[]> {
    const ids = guests.map(({ claim }) => claim.inviteId);
    const { rows } = await sql<{ actor_id: string }>`
      select actor_id from audit_events where action = 'invite.revoked'
        and subscription_id = ${subscriptionId} and subject_id = any(${ids}::text[])`.execute(
      app.db,
    );
    return rows.map(({ actor_id }) => actor_id);
  }

  const endings: Record<string, { end(scene: Scene): Promise<unknown>; by: 'owner' | 'admin' }> = {
    'are removed': { end: (scene) => remove(scene, scene.team.owner), by: 'owner' },
    leave: { end: (scene) => remove(scene, scene.admin), by: 'admin' },
    'lose the admin-level permission': { end: (scene) => set(scene, ['editor']), by: 'owner' },
    'delete their account': {
      async end({ admin }) {
        const { idToken } = await signIn(app, admin);
        return await identity(app, '/v1/accounts:delete', { idToken });
      },
      by: 'admin',
    },
  };

  it.each(Object.entries(endings))(
    'end when they %s, and free their seats',
    async (how, ending) => {
      const scene = await begin();
      const { team, admin, guests } = scene;
      const { owner } = team;
      const others = await inviteBy(team, owner);
      expect((await users(team)).seats.used).toBe(5);

      expect(await ending.end(scene)).toMatchObject({ statusCode: 200 });

      expect(await statuses(scene)).toEqual(['revoked', 'revoked', 'revoked']);
      const actor = ending.by === 'owner' ? owner.uid : admin.uid;
      expect(await revokers(scene)).toEqual([actor, actor]);
      const isMember = how === 'lose the admin-level permission';
      expect((await users(team)).seats.used).toBe(isMember ? 3 : 2);
      const [guest = expect.fail()] = guests;
      const { inviteId } = guest.claim;
      const page = await callable(app, 'getInvite', { data: { inviteId } });
      expect(page.json().data).toMatchObject({ status: 'revoked' });
      const { idToken } = guest.person;
      expectRefusal(
        await callable(app, 'acceptInvite', { data: guest.claim, idToken }),
        'invite/revoked',
      );
      const accepted = await callable(app, 'acceptInvite', {
        data: others.claim,
        idToken: others.person.idToken,
      });
      expect(accepted.statusCode, accepted.body).toBe(200);
    },
  );

  it('stay when other permissions change, and when the ownership goes to somebody else', async () => {
    const scene = await begin();
    const { team, admin, guests } = scene;
    await set(scene, ['admin']);
    expect(await statuses(scene)).toEqual(['pending', 'pending', 'revoked']);

    const owner = await signIn(app, team.owner);
    const byOwner = await inviteBy(team, owner);
    const data = { subscriptionId: team.subscriptionId, newOwnerId: admin.uid };
    await callable(app, 'transferSubscriptionOwnership', { ...owner, data });
    for (const { person, claim } of [byOwner, ...guests]) {
      const answer = await callable(app, 'acceptInvite', { ...person, data: claim });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('that are left over from earlier let nobody in', async () => {
    const { admin, guests } = await begin();
    const [{ person, claim } = expect.fail()] = guests;
    await sql`
      update memberships set permissions = '{access}' where account_id = ${admin.uid}`.execute(
      app.db,
    );
    const accept = () => callable(app, 'acceptInvite', { ...person, data: claim });
    expectRefusal(await accept(), 'invite/revoked');
    await sql`delete from memberships where account_id = ${admin.uid}`.execute(app.db);
    expectRefusal(await accept(), 'invite/revoked');
  });

  it('that expired meanwhile end as expired', async () => {
    const scene = await begin();
    await sql`
      update invites set expires_at = created_at
      where invited_by = ${scene.admin.uid} and status = 'pending'`.execute(app.db);
    await remove(scene, scene.team.owner);
    expect(await statuses(scene)).toEqual(['expired', 'expired', 'revoked']);
    expect(await revokers(scene)).toEqual([]);
  });

  it('in other subscriptions go on', async () => {
    const scene = await begin();
    const { admin, team } = scene;
    const answer = await callable(app, 'createSubscription', {
      ...admin,
      data: { planId: 'free' },
    });
    const { subscriptionId } = answer.json().data;
    const elsewhere = await inviteBy({ owner: admin, subscriptionId }, admin);
    await remove(scene, team.owner);
    const read = await callable(app, 'getInvite', { data: elsewhere.claim });
    expect(read.json().data.status).toBe('pending');
  });

  it('are counted in the list of users', async () => {
    const { team, admin } = await begin();
    const { owner, subscriptionId } = team;
    const list = (await users(team)).users;
    const open = Object.fromEntries(
      list.map((user: { id: string; open_invites?: number }) => [user.id, user.open_invites]),
    );
    expect(open).toMatchObject({ [owner.uid]: 0, [admin.uid]: 2 });
    const pending = list.filter(({ status }: { status: string }) => status === 'pending');
    expect(pending.map((user: object) => 'open_invites' in user)).toEqual([false, false]);
    const data = { subscriptionId, search: admin.email, page: 1 };
    const found = await callable(app, 'getSubscriptionUsers', { ...owner, data });
    expect(found.json().data.users).toMatchObject([{ id: admin.uid, open_invites: 2 }]);
    app.clock.advance(15 * 86_400_000);
    const later = await signIn(app, owner);
    expect((await users({ ...team, owner: later })).users).toMatchObject([
      { open_invites: 0 },
      { open_invites: 0 },
    ]);
  });
});
