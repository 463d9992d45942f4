import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { expectIdentityRefusal, lookup, newAddress } from '../harness/wire-client.ts';
import { openBrowser, pressContinue } from './social-browser.ts';

const beginPath = '/v1/accounts:createAuthUri';
const minute = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A browser of our own site where a new person is signed in. */
async function openSignedIn() {
  const browser = openBrowser(app);
  const body = { email: newAddress(), password: 'correct horse' };
  const { idToken, localId: uid } = (await browser.call('/v1/accounts:signUp', body)).json();
  return { browser, idToken, uid, ...body };
}

type SignedIn = Awaited<ReturnType<typeof openSignedIn>>;

const begin = ({ browser, idToken }: Pick<SignedIn, 'browser' | 'idToken'>) =>
  browser.call(beginPath, { providerId: 'google.com', idToken });

async function countAccounts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from accounts`.execute(app.db);
  return rows[0]?.count ?? 0;
}

describe('linking that begins in the caller’s name', () => {
  it('links to the caller, whose session goes on in a new one', async () => {
    const ada = await openSignedIn();
    const { authUri } = (await begin(ada)).json();
    expect(new URL(authUri).searchParams.get('state')).toMatch(/^link\.[\w-]{43}$/);
    const back = pressContinue(authUri, { sub: `mine ${ada.uid}`, email: newAddress() });
    const answer = await ada.browser.finish(back, { idToken: ada.idToken });
    expect(answer.json(), answer.body).toMatchObject({ localId: ada.uid, isNewUser: false });
    const [user] = (await lookup(app, answer.json().idToken)).json().users;
    expect(user.providerUserInfo).toHaveLength(2);
  });

  it('signs nobody in and makes no account if the caller is gone', async () => {
    const ada = await openSignedIn();
    const { authUri } = (await begin(ada)).json();
    const before = await countAccounts();
    const back = pressContinue(authUri, { sub: 'stray', email: newAddress(), hd: 'example.com' });
    expectIdentityRefusal(await ada.browser.finish(back), 'auth/invalid-nonce');
    expect(await countAccounts()).toBe(before);
  });

  it('links to nobody who signed in to the same browser meanwhile', async () => {
    const ada = await openSignedIn();
    const { authUri } = (await begin(ada)).json();
    const body = { email: newAddress(), password: 'correct horse' };
    const { idToken } = (await ada.browser.call('/v1/accounts:signUp', body)).json();
    const back = pressContinue(authUri, { sub: `not mine ${ada.uid}`, email: newAddress() });
    expectIdentityRefusal(await ada.browser.finish(back, { idToken }), 'auth/invalid-nonce');
    const [user] = (await lookup(app, idToken)).json().users;
    expect(user.providerUserInfo).toHaveLength(1);
  });

  it('is refused with auth/requires-recent-login before the person goes to the provider', async () => {
    const ada = await openSignedIn();
    app.clock.advance(6 * minute);
    const { id_token: idToken } = (
      await ada.browser.call('/v1/token', { grant_type: 'refresh_token' })
    ).json();
    expectIdentityRefusal(await begin({ ...ada, idToken }), 'auth/requires-recent-login');
    const { email, password } = ada;
    const again = await ada.browser.call('/v1/accounts:signInWithPassword', { email, password });
    expect((await begin({ ...ada, ...again.json() })).statusCode).toBe(200);
  });

  it('is refused with auth/requires-recent-login when the person took too long there', async () => {
    const ada = await openSignedIn();
    const { authUri } = (await begin(ada)).json();
    app.clock.advance(6 * minute);
    const { id_token: idToken } = (
      await ada.browser.call('/v1/token', { grant_type: 'refresh_token' })
    ).json();
    const back = pressContinue(authUri, { sub: `slow ${ada.uid}`, email: newAddress() });
    const late = await ada.browser.finish(back, { idToken });
    expectIdentityRefusal(late, 'auth/requires-recent-login');
  });
});
