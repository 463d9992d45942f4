import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  createPerson,
  expectIdentityRefusal,
  identity,
  newAddress,
} from '../harness/wire-client.ts';
import { openBrowser, type SocialBrowser } from './social-browser.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  testClient,
} from './test-identity-provider.ts';

const hourSeconds = 3600;
const hourAgo = () => Math.floor(Date.now() / 1000) - hourSeconds;

let app: TestApp;
let provider: TestIdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider('http://localhost:3000/auth/callback');
  const env = { GOOGLE_CLIENT_ID: testClient.id, GOOGLE_CLIENT_SECRET: testClient.secret };
  const yahoo = { YAHOO_CLIENT_ID: testClient.id, YAHOO_CLIENT_SECRET: testClient.secret };
  const { issuer } = provider;
  app = await createTestApp({
    env: { ...env, ...yahoo },
    product: { socialProviders: { ...allOff, google: true, yahoo: true } },
    issuers: { google: issuer, yahoo: issuer },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
afterEach(() => {
  provider.tamper = undefined;
});

const allOff = {
  google: false,
  microsoft: false,
  facebook: false,
  playGames: false,
  gameCenter: false,
  apple: false,
  github: false,
  twitter: false,
  yahoo: false,
};

/** A person whose address the provider proves. */
function newPerson(sub = newAddress()) {
  const email = newAddress();
  return { sub, email, email_verified: true, hd: 'example.com', name: 'Ada Lovelace' };
}

async function signIn(browser: SocialBrowser, providerId = 'google.com') {
  return await browser.finish(await provider.signIn(await browser.begin(providerId)));
}

describe('a sign-in at a real provider', () => {
  it('asks for a code with state, nonce and PKCE', async () => {
    const { searchParams } = new URL(await openBrowser(app).begin());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: testClient.id,
      redirect_uri: 'http://localhost:3000/auth/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
  });

  it('opens an account for a new person, and the same one again', async () => {
    provider.person = newPerson();
    const first = await signIn(openBrowser(app));
    expect(first.json(), first.body).toMatchObject({
      isNewUser: true,
      email: provider.person.email,
      emailVerified: true,
      displayName: 'Ada Lovelace',
      federatedId: `https://accounts.google.com/${provider.person.sub}`,
    });
    const again = await signIn(openBrowser(app));
    expect(again.json()).toMatchObject({ isNewUser: false, localId: first.json().localId });
  });

  it('takes the same subject at two providers for two people', async () => {
    const sub = newAddress();
    provider.person = newPerson(sub);
    const google = await signIn(openBrowser(app), 'google.com');
    provider.person = newPerson(sub);
    const yahoo = await signIn(openBrowser(app), 'yahoo.com');
    expect(google.json().federatedId).toBe(
      `https://accounts.google.com/${yahoo.json().federatedId}`,
    );
    expect(yahoo.json()).toMatchObject({ isNewUser: true, providerId: 'yahoo.com' });
    expect(yahoo.json().localId).not.toBe(google.json().localId);
  });

  it('joins no account by an address that the provider has not verified', async () => {
    const { email } = await createPerson(app);
    provider.person = { ...newPerson(), email, email_verified: false };
    const answer = await signIn(openBrowser(app));
    expect(answer.json()).toMatchObject({ needConfirmation: true, email });
    expect(answer.json()).not.toHaveProperty('idToken');
  });

  it('ends a sign-in once', async () => {
    provider.person = newPerson();
    const browser = openBrowser(app);
    const back = await provider.signIn(await browser.begin());
    expect((await browser.finish(back)).statusCode).toBe(200);
    expectIdentityRefusal(await browser.finish(back), 'auth/invalid-nonce');
  });

  it('takes a code only once, whatever state it is brought with', async () => {
    provider.person = newPerson();
    const browser = openBrowser(app);
    const back = new URL(await provider.signIn(await browser.begin()));
    await browser.finish(back.href);
    const state = new URL(await browser.begin()).searchParams.get('state') ?? '';
    back.searchParams.set('state', state);
    expectIdentityRefusal(await browser.finish(back.href), 'auth/invalid-provider-answer');
  });

  it('takes no code of another sign-in: its verifier does not fit', async () => {
    provider.person = newPerson();
    const browser = openBrowser(app);
    const one = new URL(await provider.signIn(await browser.begin()));
    const other = new URL(await provider.signIn(await browser.begin()));
    one.searchParams.set('code', other.searchParams.get('code') ?? '');
    expectIdentityRefusal(await browser.finish(one.href), 'auth/invalid-provider-answer');
  });

  it('takes no answer in a browser that did not begin it', async () => {
    provider.person = newPerson();
    const browser = openBrowser(app);
    const back = await provider.signIn(await browser.begin());
    const busy = openBrowser(app);
    await busy.begin();
    for (const other of [openBrowser(app), busy]) {
      expectIdentityRefusal(await other.finish(back), 'auth/invalid-nonce');
    }
    const answer = await identity(app, '/v1/accounts:signInWithIdp', { requestUri: back });
    expectIdentityRefusal(answer, 'auth/invalid-nonce');
    expect((await browser.finish(back)).statusCode).toBe(200);
  });

  it('waits 10 minutes for the person', async () => {
    provider.person = newPerson();
    const browser = openBrowser(app);
    const back = await provider.signIn(await browser.begin());
    app.clock.advance(10 * 60_000);
    expectIdentityRefusal(await browser.finish(back), 'auth/invalid-nonce');
    await app.app.runDue();
    const { rows } = await sql`
      select 1 from social_flows where expires_at <= ${app.clock.now()}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('takes a token that says what the provider said, whoever carries it', async () => {
    provider.person = newPerson();
    provider.tamper = (claims) => provider.sign(claims);
    expect((await signIn(openBrowser(app))).statusCode).toBe(200);
  });

  const strangeTokens: [string, string, (claims: JWTPayload) => Promise<string>][] = [
    ['auth/invalid-provider-answer', 'signed by somebody else', (claims) => provider.forge(claims)],
    [
      'auth/invalid-provider-answer',
      'not signed at all',
      async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    ],
    [
      'auth/invalid-provider-answer',
      'for another client',
      (claims) => provider.sign({ ...claims, aud: 'another-client' }),
    ],
    [
      'auth/invalid-provider-answer',
      'of another issuer',
      (claims) => provider.sign({ ...claims, iss: 'https://accounts.google.com' }),
    ],
    [
      'auth/invalid-provider-answer',
      'that has expired',
      (claims) => provider.sign({ ...claims, exp: hourAgo() }),
    ],
    [
      'auth/invalid-nonce',
      'made for another sign-in',
      (claims) => provider.sign({ ...claims, nonce: 'of-another-sign-in' }),
    ],
    [
      'auth/invalid-provider-answer',
      'without a nonce',
      ({ nonce: _nonce, ...claims }) => provider.sign(claims),
    ],
    [
      'auth/invalid-provider-answer',
      'about nobody',
      ({ sub: _sub, ...claims }) => provider.sign(claims),
    ],
  ];

  it.each(strangeTokens)('answers %s to an ID token %s', async (code, _, tamper) => {
    provider.person = newPerson();
    provider.tamper = tamper;
    const answer = await signIn(openBrowser(app));
    expect(answer.json().error?.details.code).toBe(code);
    const { rows } = await sql`
      select 1 from identity_links where subject = ${provider.person.sub}`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

describe('a credential that Google’s SDK brings', () => {
  const post = (fields: Record<string, string>) =>
    identity(app, '/v1/accounts:signInWithIdp', {
      postBody: new URLSearchParams({ providerId: 'google.com', ...fields }).toString(),
      requestUri: 'http://localhost',
      returnSecureToken: true,
      returnIdpCredential: true,
    });

  it('opens the account that the browser’s flow opens', async () => {
    provider.person = newPerson();
    const flow = await signIn(openBrowser(app));
    const answer = await post({ id_token: await provider.sign(provider.person) });
    expect(answer.json(), answer.body).toMatchObject({
      isNewUser: false,
      localId: flow.json().localId,
    });
    expect(answer.json().refreshToken).toMatch(/^[\w-]{43}$/);
  });

  it('may hold the nonce or its SHA-256', async () => {
    const nonce = 'raw-nonce';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    for (const held of [nonce, hashed]) {
      const id_token = await provider.sign({ ...newPerson(), nonce: held });
      expect((await post({ id_token, nonce })).statusCode).toBe(200);
      expectIdentityRefusal(await post({ id_token, nonce: 'other' }), 'auth/invalid-nonce');
      expectIdentityRefusal(await post({ id_token }), 'auth/invalid-nonce');
    }
    const bare = await provider.sign(newPerson());
    expectIdentityRefusal(await post({ id_token: bare, nonce }), 'auth/invalid-nonce');
  });

  it.each<[string, () => Promise<string>]>([
    ['signed by somebody else', () => provider.forge(newPerson())],
    ['for another client', () => provider.sign({ ...newPerson(), aud: 'another-client' })],
    ['of another issuer', () => provider.sign({ ...newPerson(), iss: 'https://evil.example' })],
    ['about nobody', async () => provider.sign({ email: newAddress() })],
    ['that is no token', async () => JSON.stringify(newPerson())],
    ['not signed at all', async () => `${encode({ alg: 'none' })}.${encode(newPerson())}.`],
    ['signed with our own secret', signWithSecret],
  ])('is refused %s', async (_, make) => {
    const answer = await post({ id_token: await make() });
    expectIdentityRefusal(answer, 'auth/invalid-provider-answer');
  });

  it('is refused once it has expired by our clock', async () => {
    const exp = Math.floor(app.clock.now().getTime() / 1000) + 60;
    const id_token = await provider.sign({ ...newPerson(), exp });
    expect((await post({ id_token })).statusCode).toBe(200);
    app.clock.advance(61_000);
    expectIdentityRefusal(await post({ id_token }), 'auth/invalid-provider-answer');
  });

  it('is refused as an access token, which does not tell whom it was made for', async () => {
    const answer = await post({ access_token: 'anything' });
    expectIdentityRefusal(answer, 'auth/invalid-provider-answer');
  });
});

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

async function signWithSecret(): Promise<string> {
  const { SignJWT } = await import('jose');
  return await new SignJWT({ ...newPerson(), iss: provider.issuer, aud: testClient.id })
    .setProtectedHeader({ alg: 'HS256', kid: 'the-key' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(Buffer.from(testClient.secret.padEnd(32, '-')));
}
