import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedAheadMs, rotateSigningKey } from '../../src/modules/identity/index.ts';
import {
  begin,
  createBrowser,
  createSignInApp,
  discover,
  frontEnd,
  goOn,
  redirectUri,
  signedOutUri,
  signInToFrontEnd,
} from '../harness/hosted-sign-in.ts';
import { openSecondApp, type TestApp } from '../harness/test-app.ts';
import {
  createPerson,
  disable,
  document,
  expectSessionOver,
  identity,
  type Person,
} from '../harness/wire-client.ts';

const dayMs = 86_400_000;

describe('tokens of the hosted sign-in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createSignInApp();
  });
  afterAll(() => app.close());

  const at = (path: string) => `${app.config.publicUrl}${path}`;

  async function expectRefused(grant: Promise<unknown>, error = 'invalid_grant'): Promise<void> {
    await expect(grant).rejects.toMatchObject({ error });
  }

  async function countRows(uid: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from hosted_sign_ins where account_id = ${uid}`.execute(app.db);
    return rows[0]?.count ?? 0;
  }

  it('refreshes, each time with a new refresh token', async () => {
    const ada = await createPerson(app);
    const { oidc, refreshToken } = await signInToFrontEnd(app, ada);

    const first = await client.refreshTokenGrant(oidc, refreshToken);
    expect(first.claims()).toMatchObject({ sub: ada.uid, aud: 'front-end', email: ada.email });
    expect(first.refresh_token).not.toBe(refreshToken);
    const second = await client.refreshTokenGrant(oidc, first.refresh_token ?? '');
    expect(second.claims()?.sub).toBe(ada.uid);
  });

  it('answers the same new refresh token if one is used again in a moment', async () => {
    const { oidc, refreshToken } = await signInToFrontEnd(app, await createPerson(app));
    const { refresh_token: newer = '' } = await client.refreshTokenGrant(oidc, refreshToken);

    app.clock.advance(9_000);
    const again = await client.refreshTokenGrant(oidc, refreshToken);
    expect(again.refresh_token).toBe(newer);
    expect((await client.refreshTokenGrant(oidc, newer)).refresh_token).not.toBe(newer);
  });

  it('ends the sign-in if a refresh token is used again later', async () => {
    const { oidc, refreshToken } = await signInToFrontEnd(app, await createPerson(app));
    const { refresh_token: newer = '' } = await client.refreshTokenGrant(oidc, refreshToken);

    app.clock.advance(10_001);
    await expectRefused(client.refreshTokenGrant(oidc, refreshToken));
    await expectRefused(client.refreshTokenGrant(oidc, newer));
  });

  it('ends the sign-in if a refresh token is used again after its successor', async () => {
    const { oidc, refreshToken } = await signInToFrontEnd(app, await createPerson(app));
    const { refresh_token: newer = '' } = await client.refreshTokenGrant(oidc, refreshToken);
    const { refresh_token: newest = '' } = await client.refreshTokenGrant(oidc, newer);

    await expectRefused(client.refreshTokenGrant(oidc, refreshToken));
    await expectRefused(client.refreshTokenGrant(oidc, newest));
  });

  it('answers one new refresh token to fifty refreshes at the same time, by two processes', async () => {
    const second = await openSecondApp(app);
    const { oidc, refreshToken } = await signInToFrontEnd(app, await createPerson(app));
    const form = {
      grant_type: 'refresh_token',
      client_id: 'front-end',
      refresh_token: refreshToken,
    };
    const tries = Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? app : second).server.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      }),
    );
    const answers = await Promise.all(tries);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const given = new Set(answers.map((answer) => answer.json().refresh_token));
    expect(given.size).toBe(1);
    const [newer = ''] = given;
    expect((await client.refreshTokenGrant(oidc, newer)).refresh_token).toBeDefined();
  });

  it('takes a code once, and ends the sign-in with the second use', async () => {
    const { oidc, back, verifier, refreshToken } = await signInToFrontEnd(
      app,
      await createPerson(app),
    );
    const checks = { pkceCodeVerifier: verifier, expectedState: stateOf(back) };
    await expectRefused(client.authorizationCodeGrant(oidc, new URL(back), checks));
    await expectRefused(client.refreshTokenGrant(oidc, refreshToken));
  });

  it('refuses a code with the wrong verifier, the wrong address, or of another client', async () => {
    const person = await createPerson(app);
    const oidc = await discover(app);
    const browser = createBrowser();
    const { verifier, interaction } = await begin(oidc, browser);
    const back = await goOn(app, { browser, interaction, person });
    const code = new URL(back).searchParams.get('code') ?? '';
    const usual = { code, redirect_uri: redirectUri, code_verifier: verifier };
    const ask = (fields: object, as = oidc) =>
      client.genericGrantRequest(as, 'authorization_code', { ...usual, ...fields });

    await expectRefused(ask({ code_verifier: client.randomPKCECodeVerifier() }));
    await expectRefused(ask({ redirect_uri: `${frontEnd}/other` }));
    await expectRefused(ask({}, await discover(app, 'backend')));
    expect((await ask({})).access_token).toMatch(/^ey/);
  });

  it('takes a confidential client with its secret only', async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' });
    const ask = (authorization: string) =>
      fetch(at('/oauth/token'), { method: 'POST', body, headers: { authorization } });
    const wrong = `Basic ${Buffer.from('backend:wrong').toString('base64')}`;
    const answer = await ask(wrong);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
    body.set('client_id', 'backend');
    expect((await fetch(at('/oauth/token'), { method: 'POST', body })).status).toBe(401);
  });

  const ends: [what: string, end: (person: Person) => Promise<unknown>][] = [
    ['a sign-out', ({ idToken }) => identity(app, '/v1/accounts:signOut', { idToken })],
    [
      'all other sessions of the person were ended',
      async (person) => {
        const { password, email } = person;
        const other = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
        return await document(app, 'DELETE /v1/sessions', { idToken: other.json().idToken });
      },
    ],
    ['the account was disabled', (person) => disable(app, person)],
    ['the account was deleted', ({ idToken }) => identity(app, '/v1/accounts:delete', { idToken })],
    [
      'the password was changed',
      ({ idToken }) => identity(app, '/v1/accounts:update', { idToken, password: 'another horse' }),
    ],
  ];

  it.each(ends)('refuses each refresh and the user info after %s', async (_what, end) => {
    const person = await createPerson(app);
    const { oidc, tokens, refreshToken } = await signInToFrontEnd(app, person);

    await end(person);

    await expectRefused(client.refreshTokenGrant(oidc, refreshToken));
    const authorization = `Bearer ${tokens.access_token}`;
    expect((await fetch(at('/oauth/userinfo'), { headers: { authorization } })).status).toBe(401);
  });

  it('refuses a code of a session that ended before it was exchanged', async () => {
    const person = await createPerson(app);
    const oidc = await discover(app);
    const browser = createBrowser();
    const { verifier, state, interaction } = await begin(oidc, browser);
    const back = await goOn(app, { browser, interaction, person });
    await identity(app, '/v1/accounts:signOut', { idToken: person.idToken });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    await expectRefused(client.authorizationCodeGrant(oidc, new URL(back), checks));
  });

  it('keeps the session in use while its tokens are refreshed, and ends with its absolute limit', async () => {
    const own = await createSignInApp({
      product: { ...app.config.product, sessions: { idleDays: 3, absoluteDays: 7 } },
    });
    try {
      const person = await createPerson(own);
      const { oidc, refreshToken } = await signInToFrontEnd(own, person);
      let current = refreshToken;
      for (let days = 2; days < 7; days += 2) {
        own.clock.advance(2 * dayMs);
        current = (await client.refreshTokenGrant(oidc, current)).refresh_token ?? '';
      }
      own.clock.advance(2 * dayMs);
      await expectRefused(client.refreshTokenGrant(oidc, current));
    } finally {
      await own.close();
    }
  });

  it('signs the person out of Hearth if the client asks with its ID token, and leads back', async () => {
    const person = await createPerson(app);
    const { oidc, tokens, refreshToken } = await signInToFrontEnd(app, person);
    const url = client.buildEndSessionUrl(oidc, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: signedOutUri,
      state: 'gone',
    });

    const response = await fetch(url, { redirect: 'manual' });

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${signedOutUri}?state=gone`);
    await expectSessionOver(app, person);
    await expectRefused(client.refreshTokenGrant(oidc, refreshToken));
    const { rows } = await sql`
      select 1 from audit_events
      where actor_id = ${person.uid} and action = 'session.ended'`.execute(app.db);
    expect(rows).toHaveLength(1);
    // Asked again, it leads on all the same.
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  });

  it('signs nobody out without an ID token of the client, or for a foreign address', async () => {
    const person = await createPerson(app);
    const { oidc, tokens, refreshToken } = await signInToFrontEnd(app, person);
    const hint = tokens.id_token ?? '';
    const forged = `${hint.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;
    for (const query of [
      {},
      { id_token_hint: forged },
      { id_token_hint: tokens.access_token },
      { id_token_hint: person.idToken },
      { id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' },
      { id_token_hint: hint, client_id: 'backend' },
    ]) {
      const url = `${at('/oauth/logout')}?${new URLSearchParams(query)}`;
      const response = await fetch(url, { redirect: 'manual' });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('did not say whom to sign out');
    }
    expect((await client.refreshTokenGrant(oidc, refreshToken)).access_token).toMatch(/^ey/);
  });

  it('keeps no secret in its rows, and leaves none with a deleted account', async () => {
    const person = await createPerson(app);
    const { refreshToken, back } = await signInToFrontEnd(app, person);
    expect(await countRows(person.uid)).toBeGreaterThan(0);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(h::text, ' '), '') as text from hosted_sign_ins h`.execute(app.db);
    expect(rows[0]?.text).not.toContain(refreshToken);
    expect(rows[0]?.text).not.toContain(new URL(back).searchParams.get('code'));

    await identity(app, '/v1/accounts:delete', { idToken: person.idToken });

    expect(await countRows(person.uid)).toBe(0);
  });

  it('removes what has expired', async () => {
    const person = await createPerson(app);
    await signInToFrontEnd(app, person);
    const before = await countRows(person.uid);
    app.clock.advance(120_000);
    await app.app.runDue();
    expect(await countRows(person.uid)).toBe(before - 1);
  });

  it('signs with a new key once there is one, and goes on taking tokens of the old one', async () => {
    const person = await createPerson(app);
    const { tokens, refreshToken, oidc } = await signInToFrontEnd(app, person);
    const { secretKey } = app.config;
    const { id } = await rotateSigningKey({ db: app.db, clock: app.clock, secretKey });
    app.clock.advance(publishedAheadMs);

    const renewed = await client.refreshTokenGrant(oidc, refreshToken);

    const [header = ''] = (renewed.id_token ?? '').split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid).toBe(id);
    const info = await client.fetchUserInfo(oidc, tokens.access_token, person.uid);
    expect(info.sub).toBe(person.uid);
  });

  it('lets pages of the clients’ origins read tokens, and no other page', async () => {
    for (const [origin, allowed] of [
      [frontEnd, frontEnd],
      ['https://evil.example', null],
    ]) {
      const headers = { origin: origin ?? '' };
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' });
      const answers = [
        await fetch(at('/oauth/token'), { method: 'POST', headers, body }),
        await fetch(at('/oauth/token'), { method: 'OPTIONS', headers }),
        await fetch(at('/oauth/userinfo'), { headers }),
        await fetch(at('/.well-known/openid-configuration'), { headers }),
        await fetch(at('/.well-known/jwks.json'), { headers }),
      ];
      for (const answer of answers) {
        expect(answer.headers.get('access-control-allow-origin'), answer.url).toBe(allowed);
      }
    }
  });

  function stateOf(address: string): string {
    return new URL(address).searchParams.get('state') ?? '';
  }
});
