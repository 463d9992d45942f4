import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaidSubscription,
  expectDone,
  openIntent,
} from '../../billing/support/payment-scenes.ts';
import { addMember, createTeam, invite, joinedPerson } from '../../harness/factories.ts';
import { plantClaim } from '../../harness/frozen-project.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  callable,
  cookieIdentity,
  createFreeSubscription,
  createPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  lookup,
  mailedCode,
  newAddress,
  type Person,
  refresh,
  signIn,
} from '../../harness/wire-client.ts';

const path = '/v1/accounts:delete';

describe('deleteAccount', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const remove = (idToken: string) => identity(app, path, { idToken });

  async function countRowsOf({ uid }: Person): Promise<Record<string, string> | undefined> {
    const { rows } = await sql<Record<string, string>>`select
      (select count(*) from accounts where id = ${uid}) as accounts,
      (select count(*) from sessions where account_id = ${uid}) as sessions,
      (select count(*) from action_codes where account_id = ${uid}) as codes,
      (select count(*) from identity_links where account_id = ${uid}) as links,
      (select count(*) from memberships where account_id = ${uid}) as memberships,
      (select count(*) from audit_events join audit_origins on event_id = id
        where actor_id = ${uid}) as origins`.execute(app.db);
    return rows[0];
  }

  const nothing = {
    accounts: '0',
    sessions: '0',
    codes: '0',
    links: '0',
    memberships: '0',
    origins: '0',
  };

  it('removes the person everywhere, and leaves an audit trail without personal data', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const { email, idToken, uid, password } = ada;
    const other = await signIn(app, ada);
    const subscriptionId = await createFreeSubscription(app, grace);
    await addMember(app, { subscriptionId, uid });
    const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
    expect(await countRowsOf(ada)).toMatchObject({ memberships: '1', codes: '1', sessions: '2' });

    const answer = await remove(idToken);

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' });
    expect(await countRowsOf(ada)).toEqual(nothing);
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where subject_id = ${uid} order by id desc limit 1`.execute(
      app.db,
    );
    expect(rows).toEqual([{ action: 'account.deleted' }]);
    for (const token of [idToken, other.idToken]) {
      expectIdentityRefusal(await lookup(app, token), 'auth/account-deleted');
    }
    expectIdentityRefusal(await refresh(app, other.refreshToken), 'auth/token-expired');
    expectIdentityRefusal(await applyCode(app, code), 'auth/invalid-action-code');
    const credentials = { email, password };
    expectIdentityRefusal(
      await identity(app, '/v1/accounts:signInWithPassword', credentials),
      'auth/invalid-credential',
    );
    const users = await document(app, `GET /v1/subscriptions/${subscriptionId}`, grace);
    expect(users.body).not.toContain(uid);
    const last = (await receivedMails(app, email)).at(-1);
    expect(last?.kind).toBe('account-deleted');
  });

  it('leaves the address free for a new account that is another one', async () => {
    const { email, password, idToken, uid } = await createPerson(app);
    await remove(idToken);
    const again = await identity(app, '/v1/accounts:signUp', { email, password });
    expect(again.statusCode).toBe(200);
    expect(again.json().localId).not.toBe(uid);
  });

  it('clears the cookie of a cookie session', async () => {
    const body = { email: newAddress(), password: 'correct horse' };
    const signUp = await cookieIdentity(app, { path: '/v1/accounts:signUp', body });
    const { idToken } = signUp.json();
    const answer = await cookieIdentity(app, { path, body: { idToken } });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toMatchObject([{ name: 'hearth-session', value: '', maxAge: 0 }]);
  });

  it('refuses 6 minutes after the sign-in with auth/requires-recent-login', async () => {
    const ada = await createPerson(app);
    app.clock.advance(6 * 60_000);
    const { id_token } = (await refresh(app, ada.refreshToken)).json();
    expectIdentityRefusal(await remove(id_token), 'auth/requires-recent-login');
    expect((await lookup(app, id_token)).statusCode).toBe(200);
    const { idToken } = await signIn(app, ada);
    expect((await remove(idToken)).statusCode).toBe(200);
  });

  it('refuses with auth/owns-active-subscription and the list while the person owns some', async () => {
    const ada = await createPerson(app);
    const [named, nameless] = [
      await createFreeSubscription(app, ada),
      await createFreeSubscription(app, ada),
    ];
    const { idToken } = ada;
    const body = { settings: { name: 'Engine' } };
    await document(app, `PATCH /v1/subscriptions/${named}`, { body, idToken });

    const answer = await remove(idToken);

    expectIdentityRefusal(answer, 'auth/owns-active-subscription');
    const { message } = answer.json().error;
    expect(message).toBe(`OWNS_ACTIVE_SUBSCRIPTION : Engine (${named}), ${nameless}`);
    expect(await countRowsOf(ada)).toMatchObject({ accounts: '1', memberships: '2' });

    await sql`update subscriptions set status = 'past_due' where id = ${named}`.execute(app.db);
    await sql`update subscriptions set status = 'canceled' where id = ${nameless}`.execute(app.db);
    expectIdentityRefusal(await remove(idToken), 'auth/owns-active-subscription');
    await sql`update subscriptions set status = 'canceled' where id = ${named}`.execute(app.db);
    expect((await remove(idToken)).statusCode).toBe(200);
    const { rows } = await sql`select owner_id from subscriptions where id = ${named}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ owner_id: ada.uid }]);
  });

  it('takes the person out of every team, frees the seats and leaves the activity without them', async () => {
    const [one, other] = [await createTeam(app), await createTeam(app)];
    const { idToken } = one.owner;
    const permissions = ['admin'];
    const { subscriptionId } = one;
    const ada = await joinedPerson(app, { subscriptionId, idToken, permissions });
    const { email } = ada;
    await invite(app, {
      subscriptionId: other.subscriptionId,
      email,
      idToken: other.owner.idToken,
    });

    expect((await remove(ada.idToken)).statusCode).toBe(200);

    for (const team of [one, other]) {
      const data = { subscriptionId: team.subscriptionId, page: 1, pageSize: 100 };
      const users = await callable(app, 'getSubscriptionUsers', { ...team.owner, data });
      expect(users.json().data).toMatchObject({ total: 1, seats: { used: 1 } });
      const activity = await callable(app, 'getActivity', { ...team.owner, data });
      expect(activity.statusCode).toBe(200);
      expect(activity.body).not.toContain(email);
    }
    const { rows } = await sql`
      select subject_id, actor_id from audit_events
      where action = 'member.left' and subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toEqual([{ subject_id: ada.uid, actor_id: ada.uid }]);
    const invited = await sql`select 1 from invites where email = ${ada.email}`.execute(app.db);
    expect(invited.rows).toEqual([]);
  });

  it('leaves the invites of an address that the person never proved to be theirs', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const victim = newAddress();
    const { inviteId } = await invite(app, {
      subscriptionId,
      email: victim,
      idToken: owner.idToken,
    });
    const credentials = { email: victim, password: 'correct horse' };
    const thief = (await identity(app, '/v1/accounts:signUp', credentials)).json();
    expect((await remove(thief.idToken)).statusCode).toBe(200);
    const { rows } = await sql`select status from invites where id = ${inviteId}`.execute(app.db);
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it('and createSubscription at the same moment end in one consistent state', async () => {
    for (const _round of Array(10)) {
      const ada = await createPerson(app);
      const { idToken } = ada;
      const [removal, creation] = await Promise.all([
        remove(idToken),
        callable(app, 'createSubscription', { data: { planId: 'free' }, idToken }),
      ]);
      const { rows } = await sql`select 1 from subscriptions where owner_id = ${ada.uid}`.execute(
        app.db,
      );
      if (removal.statusCode === 200) {
        expectRefusal(creation, 'auth/account-deleted');
        expect(rows).toEqual([]);
        expect(await countRowsOf(ada)).toEqual(nothing);
      } else {
        expectIdentityRefusal(removal, 'auth/owns-active-subscription');
        expect(creation.statusCode).toBe(200);
        expect(rows).toHaveLength(1);
      }
    }
  });

  it('simultaneous requests: deletes once', async () => {
    const { idToken } = await createPerson(app);
    const answers = await Promise.all([1, 2, 3].map(() => remove(idToken)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expectIdentityRefusal(answer, 'auth/account-deleted');
    }
  });

  it('missing or invalid token: refused', async () => {
    expectIdentityRefusal(await identity(app, path, {}), 'auth/missing-id-token');
    expectIdentityRefusal(await remove('x'), 'auth/invalid-id-token');
  });

  it('refuses with subscription/frozen while somebody claims a project that has ended', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data }));
    await plantClaim(app, subscriptionId, ada);
    expectIdentityRefusal(await remove(ada.idToken), 'subscription/frozen');
  });

  it('refuses with auth/account-contested while its recovery is or can be contested', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, await createPerson(app));
    await plantClaim(app, subscriptionId, ada);
    expectIdentityRefusal(await remove(ada.idToken), 'auth/account-contested');
  });

  it('refuses with billing/under-way while money of theirs is being changed', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data }));
    await openIntent(app, subscriptionId, ada);
    expectIdentityRefusal(await remove(ada.idToken), 'billing/under-way');
  });
});
