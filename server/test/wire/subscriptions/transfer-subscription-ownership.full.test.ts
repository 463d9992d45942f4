import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIntent } from '../../billing/support/payment-scenes.ts';
import { createTeam, invite, joinTeam, setStatus, type Team } from '../../harness/factories.ts';
import { plantClaim } from '../../harness/frozen-project.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  identity,
  newAddress,
  type Person,
  refresh,
  signIn,
} from '../../harness/wire-client.ts';

const permissions = [
  { key: 'access', label: 'permissions.access', default: true, admin: false },
  { key: 'editor', label: 'permissions.editor', default: false, admin: false },
  { key: 'billing', label: 'permissions.editor', default: false, admin: true },
  { key: 'admin', label: 'permissions.admin', default: false, admin: true },
];

describe('transferSubscriptionOwnership', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product: { permissions } });
  });
  afterAll(() => app.close());

  const transfer = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'transferSubscriptionOwnership', { data, idToken });

  async function read({ owner, subscriptionId }: Team) {
    const answer = await document(app, `GET /v1/subscriptions/${subscriptionId}`, owner);
    return answer.json();
  }

  it('makes an admin the owner, who holds every admin-level key; the old owner stays as an admin', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, { ...owner, body });
    const ada = await joinTeam(app, team, ['editor', 'billing']);
    await document(app, `PATCH /v1/users/${ada.uid}`, { ...ada, body: { language: 'zh' } });

    const answer = await transfer({ subscriptionId, newOwnerId: ada.uid }, owner);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ data: {} });
    expect(await read({ ...team, owner: ada })).toMatchObject({
      owner_id: ada.uid,
      permissions: {
        access: [owner.uid, ada.uid],
        editor: [ada.uid],
        billing: [owner.uid, ada.uid],
        admin: [owner.uid, ada.uid],
      },
    });
    const { rows } = await sql`
      select actor_id, subject_id, action from audit_events
      where subscription_id = ${subscriptionId} order by id desc limit 1`.execute(app.db);
    expect(rows).toEqual([
      {
        actor_id: owner.uid,
        subject_id: ada.uid,
        action: 'subscription.ownership-transferred',
      },
    ]);
    const given = (await receivedMails(app, owner.email)).at(-1);
    expect(given?.kind).toBe('ownership-given');
    expect(given?.subject).toBe('You are no longer the owner of “Acme” at Hearth');
    const received = (await receivedMails(app, ada.email)).at(-1);
    expect(received?.kind).toBe('ownership-received');
    expect(received?.subject).toContain('您已成为');
    expect(received?.links[0]).toContain(`/subscription/${subscriptionId}`);
  });

  it('turns the two around with the very next request', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    const toAda = { subscriptionId, newOwnerId: ada.uid };
    expect((await transfer(toAda, owner)).statusCode).toBe(200);
    expectRefusal(await transfer(toAda, owner), 'access/owner-only');

    const leave = { userId: ada.uid, subscriptionId };
    const { idToken } = owner;
    const removal = await callable(app, 'removeUser', { data: leave, idToken });
    expectRefusal(removal, 'member/is-owner');
    const deletion = await identity(app, '/v1/accounts:delete', { idToken: ada.idToken });
    expect(deletion.json().error.message).toContain('OWNS_ACTIVE_SUBSCRIPTION');
    expect((await identity(app, '/v1/accounts:delete', { idToken })).statusCode).toBe(200);
    expect((await read({ ...team, owner: ada })).permissions.access).toEqual([ada.uid]);
  });

  it('refuses 5 minutes after the sign-in with auth/requires-recent-login', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    const data = { subscriptionId, newOwnerId: ada.uid };
    app.clock.advance(5 * 60_000 + 1_000);
    const { id_token: idToken } = (await refresh(app, owner.refreshToken)).json();
    const late = await transfer(data, { idToken });
    expectRefusal(late, 'auth/requires-recent-login');
    expect(late.json().error.message).toContain('Please sign in again before retry');
    expect((await read({ ...team, owner })).owner_id).toBe(owner.uid);
    expect((await transfer(data, await signIn(app, owner))).statusCode).toBe(200);
  });

  it('refuses whoever is no active admin alike, with subscription/not-eligible-owner', async () => {
    const [team, other] = [await createTeam(app), await createTeam(app)];
    const { owner, subscriptionId } = team;
    const email = newAddress();
    const wanted = { subscriptionId, email, permissions: ['admin'], idToken: owner.idToken };
    const pending = await invite(app, wanted);
    const [editor, former, disabled] = [
      await joinTeam(app, team, ['editor']),
      await joinTeam(app, team, ['admin']),
      await joinTeam(app, team, ['admin']),
    ];
    await sql`update accounts set disabled_at = now() where id = ${disabled.uid}`.execute(app.db);
    const removal = { userId: former.uid, subscriptionId };
    await callable(app, 'removeUser', { data: removal, idToken: owner.idToken });
    const unknown = await transfer({ subscriptionId, newOwnerId: 'nothing' }, owner);
    expectRefusal(unknown, 'subscription/not-eligible-owner');

    const others = [other.owner.uid, owner.uid, pending.inviteId, editor.uid, former.uid, ''];
    for (const newOwnerId of [...others, disabled.uid]) {
      expect((await transfer({ subscriptionId, newOwnerId }, owner)).body).toBe(unknown.body);
    }
    expect((await read(team)).owner_id).toBe(owner.uid);
  });

  it.each([
    ['canceled', 'subscription/canceled'],
    ['incomplete', 'subscription/unpaid'],
    ['unpaid', 'subscription/unpaid'],
  ] as const)('refuses while the subscription is %s with %s', async (status, code) => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    await setStatus(app, subscriptionId, status);
    expectRefusal(await transfer({ subscriptionId, newOwnerId: ada.uid }, owner), code);
    expect((await read(team)).owner_id).toBe(owner.uid);
  });

  it('refuses a free project to an owner of as many as there may be, with subscription/new-owner-has-too-many', async () => {
    const own = await createOwnTestApp({ product: { policy: { freeProjects: 1 } } });
    const team = await createTeam(own);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(own, team, ['admin']);
    const had = await createFreeSubscription(own, ada);
    const data = { subscriptionId, newOwnerId: ada.uid };
    const give = () => callable(own, 'transferSubscriptionOwnership', { ...owner, data });
    expectRefusal(await give(), 'subscription/new-owner-has-too-many');
    const read = await document(own, `GET /v1/subscriptions/${subscriptionId}`, owner);
    expect(read.json().owner_id).toBe(owner.uid);
    await setStatus(own, had, 'canceled');
    expect((await give()).statusCode).toBe(200);
  });

  it('refuses with subscription/frozen while somebody claims the project', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    await plantClaim(app, subscriptionId, owner);
    const answer = await transfer({ subscriptionId, newOwnerId: ada.uid }, owner);
    expectRefusal(answer, 'subscription/frozen');
    expect((await read(team)).owner_id).toBe(owner.uid);
  });

  it('refuses while a change of money is open with billing/under-way', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ada = await joinTeam(app, team, ['admin']);
    await openIntent(app, subscriptionId, owner);
    expectRefusal(
      await transfer({ subscriptionId, newOwnerId: ada.uid }, owner),
      'billing/under-way',
    );
    expect((await read(team)).owner_id).toBe(owner.uid);
  });

  it('is for the owner alone; a foreign and an unknown subscription answer alike', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const [admin, editor] = [
      await joinTeam(app, team, ['admin', 'billing']),
      await joinTeam(app, team, ['editor']),
    ];
    for (const caller of [admin, editor]) {
      const own = { subscriptionId, newOwnerId: caller.uid };
      expectRefusal(await transfer(own, caller), 'access/owner-only');
    }
    const stranger = await createPerson(app);
    const data = { subscriptionId, newOwnerId: stranger.uid };
    const foreign = await transfer(data, stranger);
    expectRefusal(foreign, 'access/denied');
    const unknown = await transfer({ ...data, subscriptionId: 'nothing' }, stranger);
    expect(unknown.body).toBe(foreign.body);
    const visitor = await callable(app, 'transferSubscriptionOwnership', { data });
    expectRefusal(visitor, 'auth/unauthenticated');
  });

  it('refuses fields that it does not know', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    for (const odd of [{}, { newOwnerId: 7 }, { newOwnerId: owner.uid, keepCards: true }]) {
      expectRefusal(await transfer({ subscriptionId, ...odd }, owner), 'request/invalid');
    }
  });
});
