import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { inviteByOperator } from '../../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  cookieIdentity,
  createPerson,
  expectIdentityRefusal,
  identity,
  newAddress,
} from '../../harness/wire-client.ts';
import { openBrowser, pressContinue } from '../../identity/social-browser.ts';

const path = '/v1/accounts:signInWithIdp';

/** Google runs the mailboxes of Workspace domains, which it names in `hd`. */
const proven = (email: string) => ({ email, email_verified: true, hd: 'example.com' });

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** The body of the SDK's signInWithCredential. */
function credential(fields: Record<string, string>) {
  const postBody = form({ providerId: 'google.com', ...fields });
  return { postBody, requestUri: 'http://localhost', returnSecureToken: true };
}

const sandboxToken = (claims: object) => credential({ id_token: JSON.stringify(claims) });

async function readMailedLink(app: TestApp, to: string): Promise<string> {
  const [mail] = await receivedMails(app, to);
  expect(mail?.kind).toBe('verify-email');
  return mail?.links[0] ?? '';
}

describe('signInWithIdp', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const signIn = (claims: object, more: object = {}): Promise<Answer> =>
    identity(app, path, { ...sandboxToken(claims), ...more });

  async function lookup(idToken: string) {
    const answer = await identity(app, '/v1/accounts:lookup', { idToken });
    return answer.json().users[0];
  }

  it('makes an account of a new person and signs the browser in', async () => {
    const email = newAddress();
    const browser = openBrowser(app);
    const authUri = await browser.begin();
    const answer = await browser.finish(
      pressContinue(authUri, { ...proven(email.toUpperCase()), name: 'Ada Lovelace' }),
    );

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      providerId: 'google.com',
      isNewUser: true,
      email,
      emailVerified: true,
      displayName: 'Ada Lovelace',
      expiresIn: '3600',
    });
    expect(answer.json().refreshToken).toBeUndefined();
    expect(browser.cookies.has('hearth-session')).toBe(true);
    const user = await lookup(answer.json().idToken);
    expect(user.passwordHash).toBeUndefined();
    expect(user.providerUserInfo).toMatchObject([{ providerId: 'google.com', email }]);
    const { rows } = await sql<{ provider: string }>`
      select provider from sessions where account_id = ${answer.json().localId}`.execute(app.db);
    expect(rows).toEqual([{ provider: 'google.com' }]);
  });

  it('knows the person again by provider and subject, whatever the address is by then', async () => {
    const first = await signIn({ sub: 'again', ...proven(newAddress()), name: 'Ada' });
    const renamed = { sub: 'again', email: newAddress(), email_verified: true, name: 'Countess' };
    const second = await signIn(renamed);
    expect(second.json()).toMatchObject({
      isNewUser: false,
      localId: first.json().localId,
      email: first.json().email,
      displayName: 'Ada',
    });
    expect(second.json().refreshToken).toMatch(/^[\w-]{43}$/);
  });

  it('makes one account of two windows that sign a new person in at once', async () => {
    const claims = { sub: 'twins', ...proven(newAddress()) };
    const answers = await Promise.all([signIn(claims), signIn(claims), signIn(claims)]);
    const ids = answers.map((answer) => answer.json().localId);
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter((answer) => answer.json().isNewUser)).toHaveLength(1);
  });

  it('joins a proven address to the verified account that has it', async () => {
    const { uid, email } = await createPerson(app);
    await sql`update accounts set email_verified = true where id = ${uid}`.execute(app.db);
    const answer = await signIn({ sub: 'joined', ...proven(email) });
    expect(answer.json()).toMatchObject({ localId: uid, isNewUser: false, emailVerified: true });
    const user = await lookup(answer.json().idToken);
    expect(user.passwordHash).toBeDefined();
    expect(user.providerUserInfo).toHaveLength(2);
  });

  it('gives an unverified account to the person who proves its address, and nobody else a way in', async () => {
    const squatter = await createPerson(app, 'Somebody Else');
    const { uid, email, password, refreshToken, idToken } = squatter;
    await sql`insert into identity_links (account_id, provider, subject, linked_at)
      values (${uid}, 'github.com', 'squatter', ${app.clock.now()})`.execute(app.db);
    await identity(app, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });

    const answer = await signIn({ sub: 'rightful', ...proven(email), name: 'Ada' });
    expect(answer.json()).toMatchObject({
      localId: uid,
      isNewUser: false,
      emailVerified: true,
      displayName: 'Ada',
    });
    expectIdentityRefusal(
      await identity(app, '/v1/accounts:signInWithPassword', { email, password }),
      'auth/invalid-credential',
    );
    expectIdentityRefusal(
      await identity(app, '/v1/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      }),
      'auth/token-expired',
    );
    expectIdentityRefusal(
      await identity(app, '/v1/accounts:lookup', { idToken }),
      'auth/token-expired',
    );
    const { rows } = await sql<{ codes: string; links: string }>`
      select (select count(*) from action_codes where account_id = ${uid} and type <> 'REVERT_LINK') as codes,
        (select string_agg(provider, ',') from identity_links where account_id = ${uid}) as links
      `.execute(app.db);
    expect(rows).toEqual([{ codes: '0', links: 'google.com' }]);
  });

  it.each([
    ['says that the address is not verified', { email_verified: false, hd: 'example.com' }],
    ['does not run the mailbox', { email_verified: true }],
  ])('asks for the old sign-in first when the provider %s', async (_, word) => {
    const { uid, email, password } = await createPerson(app);
    const claims = { sub: `claims ${email}`, email, ...word };
    const answer = await signIn(claims);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      needConfirmation: true,
      providerId: 'google.com',
      email,
    });
    expect(answer.json()).not.toHaveProperty('idToken');
    expect(answer.json().verifiedProvider).toEqual(word.email_verified ? ['password'] : undefined);

    const { pendingToken } = answer.json();
    const own = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    const linked = await identity(app, path, {
      requestUri: 'http://localhost',
      idToken: own.json().idToken,
      pendingToken,
    });
    expect(linked.json(), linked.body).toMatchObject({ localId: uid, isNewUser: false });
    expect((await signIn(claims)).json()).toMatchObject({ localId: uid, isNewUser: false });

    expectIdentityRefusal(
      await identity(app, path, { pendingToken }),
      'auth/invalid-provider-answer',
    );
  });

  it('links what waits for one account to no other', async () => {
    const { email } = await createPerson(app);
    const { pendingToken } = (await signIn({ sub: `waits ${email}`, email })).json();
    const { idToken } = await createPerson(app);
    expectIdentityRefusal(
      await identity(app, path, { idToken, pendingToken }),
      'auth/invalid-provider-answer',
    );
  });

  it('asks again if the account has another sign-in of the provider', async () => {
    const email = newAddress();
    const first = await signIn({ sub: 'first-owner', ...proven(email) });
    const other = await signIn({ sub: 'second-owner', ...proven(email) });
    expect(other.json()).toMatchObject({
      needConfirmation: true,
      verifiedProvider: ['google.com'],
    });
    const { pendingToken } = other.json();
    const { idToken } = first.json();
    expectIdentityRefusal(
      await identity(app, path, { idToken, pendingToken }),
      'auth/provider-already-linked',
    );
  });

  it('keeps what waits for confirmation to the browser that signed in, for 10 minutes', async () => {
    const { email } = await createPerson(app);
    const browser = openBrowser(app);
    const answer = await browser.finish(
      pressContinue(await browser.begin(), { email, email_verified: false }),
    );
    const { pendingToken } = answer.json();
    expect(pendingToken).toMatch(/^[\w-]{43}$/);
    const stranger = openBrowser(app);
    await stranger.begin();
    for (const thief of [stranger, openBrowser(app)]) {
      expectIdentityRefusal(
        await thief.call(path, { pendingToken }),
        'auth/invalid-provider-answer',
      );
    }
    const own = await browser.call(path, { pendingToken });
    expect(own.json()).toMatchObject({ needConfirmation: true });
    app.clock.advance(10 * 60_000);
    expectIdentityRefusal(
      await browser.call(path, { pendingToken: own.json().pendingToken }),
      'auth/invalid-provider-answer',
    );
  });

  describe('linking to a signed-in account', () => {
    it('adds a sign-in and puts a new session in the place of the old one', async () => {
      const { uid, idToken } = await createPerson(app);
      const answer = await signIn({ sub: `link ${uid}`, email: newAddress() }, { idToken });
      expect(answer.json(), answer.body).toMatchObject({ localId: uid, isNewUser: false });
      expectIdentityRefusal(
        await identity(app, '/v1/accounts:lookup', { idToken }),
        'auth/token-expired',
      );
      const user = await lookup(answer.json().idToken);
      const providers = user.providerUserInfo.map((one: { providerId: string }) => one.providerId);
      expect(providers).toEqual(['password', 'google.com']);
    });

    it('refuses with auth/identity-already-linked what opens another account', async () => {
      await signIn({ sub: 'taken', ...proven(newAddress()) });
      const { idToken } = await createPerson(app);
      expectIdentityRefusal(
        await signIn({ sub: 'taken' }, { idToken }),
        'auth/identity-already-linked',
      );
    });

    it('refuses with auth/requires-recent-login after 5 minutes', async () => {
      const { idToken } = await createPerson(app);
      app.clock.advance(6 * 60_000);
      expectIdentityRefusal(
        await signIn({ sub: 'late' }, { idToken }),
        'auth/requires-recent-login',
      );
    });

    it('gives no readable refresh token for a cookie session', async () => {
      const body = { email: newAddress(), password: 'correct horse' };
      const person = await cookieIdentity(app, { path: '/v1/accounts:signUp', body });
      const { idToken } = person.json();
      expectIdentityRefusal(await signIn({ sub: 'script' }, { idToken }), 'request/cross-site');
    });
  });

  it('refuses with auth/user-disabled, by its link and by its address', async () => {
    const email = newAddress();
    const { localId } = (await signIn({ sub: 'out', ...proven(email) })).json();
    await sql`update accounts set disabled_at = ${app.clock.now()} where id = ${localId}`.execute(
      app.db,
    );
    expectIdentityRefusal(await signIn({ sub: 'out' }), 'auth/user-disabled');
    await sql`delete from identity_links where account_id = ${localId}`.execute(app.db);
    expectIdentityRefusal(await signIn({ sub: 'out', ...proven(email) }), 'auth/user-disabled');
  });

  it('answers auth/user-not-found instead of a new account if none is wanted', async () => {
    const answer = await signIn({ sub: 'unknown', ...proven(newAddress()) }, { autoCreate: false });
    expectIdentityRefusal(answer, 'auth/user-not-found');
  });

  it('answers auth/email-already-in-use while another account may take the address back', async () => {
    const { uid, email } = await createPerson(app);
    const later = new Date(app.clock.now().getTime() + 60_000);
    await sql`insert into action_codes (code_hash, account_id, type, email, new_email, created_at, expires_at)
      values ('\\x00', ${uid}, 'RECOVER_EMAIL', 'old@example.com', ${email}, ${app.clock.now()}, ${later})`.execute(
      app.db,
    );
    const answer = await signIn({ sub: 'held', ...proven('old@example.com') });
    expectIdentityRefusal(answer, 'auth/email-already-in-use');
  });

  it('refuses an address that may not have an account with auth/admin-restricted-operation', async () => {
    const closed = await createOwnTestApp({ product: { policy: { signUp: 'closed' } } });
    const email = newAddress();
    const claims = sandboxToken({ sub: 'uninvited', ...proven(email) });
    const refused = await identity(closed, path, claims);
    expectIdentityRefusal(refused, 'auth/admin-restricted-operation');
    await inviteByOperator(closed, email);
    expect((await identity(closed, path, claims)).json()).toMatchObject({ isNewUser: true });
    const again = await identity(closed, path, claims);
    expect(again.json()).toMatchObject({ isNewUser: false, email });
  });

  describe('for a person whose provider gives no address', () => {
    async function begin() {
      const browser = openBrowser(app);
      const answer = await browser.finish(
        pressContinue(await browser.begin(), { sub: `no address ${newAddress()}`, name: 'Ada' }),
      );
      expect(answer.json(), answer.body).toMatchObject({ needEmail: true });
      return { browser, pendingToken: answer.json().pendingToken };
    }

    it('asks for one, and makes the account once the mailed link proves it', async () => {
      const { browser, pendingToken } = await begin();
      const email = newAddress();
      const asked = await browser.call(path, { pendingToken, email: email.toUpperCase() });
      expect(asked.json()).toMatchObject({ needEmail: true, email });
      const { rows } = await sql`select 1 from accounts where email = ${email}`.execute(app.db);
      expect(rows).toEqual([]);

      const link = await readMailedLink(app, email);
      expect(link).toContain('/auth/callback?emailCode=');
      expectIdentityRefusal(await openBrowser(app).finish(link), 'auth/invalid-nonce');
      const stranger = openBrowser(app);
      await stranger.begin();
      expectIdentityRefusal(await stranger.finish(link), 'auth/invalid-nonce');

      const done = await browser.finish(link);
      expect(done.json(), done.body).toMatchObject({
        isNewUser: true,
        email,
        emailVerified: true,
        displayName: 'Ada',
      });
      expectIdentityRefusal(await browser.finish(link), 'auth/invalid-nonce');
    });

    it('asks for the old sign-in if the named address has an account', async () => {
      const { email } = await createPerson(app);
      const { browser, pendingToken } = await begin();
      await browser.call(path, { pendingToken, email });
      const link = await readMailedLink(app, email);
      const answer = await browser.finish(link);
      expect(answer.json()).toMatchObject({ needConfirmation: true, email });
    });

    it('refuses with auth/invalid-email, and lets the person correct it', async () => {
      const { browser, pendingToken } = await begin();
      const wrong = await browser.call(path, { pendingToken, email: 'ada' });
      expectIdentityRefusal(wrong, 'auth/invalid-email');
      const right = await browser.call(path, { pendingToken, email: newAddress() });
      expect(right.json()).toMatchObject({ needEmail: true });
    });

    it('takes no other address than the one that a provider gave', async () => {
      const { email } = await createPerson(app);
      const { pendingToken } = (await signIn({ sub: 'given', email })).json();
      const answer = await identity(app, path, { pendingToken, email: newAddress() });
      expectIdentityRefusal(answer, 'auth/invalid-provider-answer');
    });
  });

  it('calls it auth/sign-in-cancelled when the person turned back', async () => {
    const browser = openBrowser(app);
    const state = new URL(await browser.begin()).searchParams.get('state');
    const back = `${app.config.publicUrl}/auth/callback?state=${state}&error=access_denied`;
    expectIdentityRefusal(await browser.finish(back), 'auth/sign-in-cancelled');
    expectIdentityRefusal(await browser.finish(back), 'auth/invalid-nonce');
  });

  it.each([
    [
      'auth/invalid-provider-answer',
      { requestUri: 'http://localhost', postBody: form({ providerId: 'google.com' }) },
    ],
    ['auth/invalid-provider-answer', sandboxToken({ email: '' })],
    ['auth/invalid-provider-answer', credential({ id_token: 'eyJhbGciOiJub25lIn0.e30.' })],
    ['auth/invalid-provider-answer', { requestUri: 'nowhere' }],
    ['auth/invalid-nonce', { requestUri: 'http://localhost/auth/callback?code=1&state=2' }],
    ['auth/invalid-nonce', sandboxToken({ sub: 'n', nonce: 'another' })],
    ['auth/invalid-provider-id', { postBody: form({ providerId: 'example.com', id_token: '{}' }) }],
    ['auth/invalid-provider-id', { postBody: form({ id_token: '{}' }) }],
    [
      'auth/provider-not-enabled',
      { postBody: form({ providerId: 'github.com', access_token: 'a' }) },
    ],
    ['auth/provider-on-devices-only', { postBody: form({ providerId: 'gc.apple.com' }) }],
    ['auth/missing-email', sandboxToken({ sub: 'no address' })],
  ] as const)('refuses with %s', async (code, body) => {
    const answer = await identity(app, path, body);
    expect(answer.statusCode).toBe(400);
    expectIdentityRefusal(answer, code);
  });

  it('answers auth/provider-unavailable when the provider is away', async () => {
    const away = await createOwnTestApp({
      env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
      issuers: { google: 'http://127.0.0.1:9' },
    });
    const answer = await identity(away, path, credential({ id_token: 'a.b.c' }));
    expectIdentityRefusal(answer, 'auth/provider-unavailable');
  });

  it('answers auth/too-many-requests to a network that asks on and on', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const ask = () => identity(limited, path, sandboxToken({ email: '' }));
    const answers = await Promise.all(Array.from({ length: 110 }, ask));
    const [last] = answers.filter((answer) => answer.body.includes('TOO_MANY'));
    expect(last).toBeDefined();
    expectIdentityRefusal(last as Answer, 'auth/too-many-requests');
  });
});
