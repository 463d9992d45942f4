import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrollApp } from '../harness/authenticator.ts';
import { createTeam } from '../harness/factories.ts';
import {
  begin,
  createBrowser,
  createSignInApp,
  discover,
  frontEnd,
  goOn,
  redirectUri,
  signInToFrontEnd,
} from '../harness/hosted-sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createPerson, expectIdentityRefusal, lookup } from '../harness/wire-client.ts';

describe('the hosted sign-in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createSignInApp();
  });
  afterAll(() => app.close());

  const at = (path: string) => `${app.config.publicUrl}${path}`;

  it('gives a front end that openid-client drives ID, access and refresh token', async () => {
    const { owner, subscriptionId } = await createTeam(app);

    const { oidc, tokens } = await signInToFrontEnd(app, owner);

    const claims = tokens.claims();
    const { sid } = decodeJwt(owner.idToken);
    expect(claims).toMatchObject({
      iss: app.config.publicUrl,
      aud: 'front-end',
      sub: owner.uid,
      sid,
      auth_time: decodeJwt(owner.idToken).auth_time,
      amr: ['pwd'],
      email: owner.email,
      email_verified: false,
      name: 'Ada Lovelace',
      subscriptions: [{ id: subscriptionId, status: 'active', plan_id: 'free', is_owner: true }],
    });
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({
      typ: 'at+jwt',
      alg: 'ES256',
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: 'front-end', sub: owner.uid, sid });
    expect(tokens.expires_in).toBe(600);
    const info = await client.fetchUserInfo(oidc, tokens.access_token, owner.uid);
    expect(info).toMatchObject({ sub: owner.uid, email: owner.email });
    expect(info.subscriptions).toEqual(claims?.subscriptions);
  });

  it('says how somebody signed in, and lists a project that needs a second factor only after one', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    await sql`update subscriptions set requires_second_factor = true
      where id = ${subscriptionId}`.execute(app.db);
    const before = await signInToFrontEnd(app, owner);
    expect(before.tokens.claims()).toMatchObject({ amr: ['pwd'], subscriptions: [] });
    expect(before.tokens.claims()).not.toHaveProperty('acr');

    await sql`update accounts set email_verified = true where id = ${owner.uid}`.execute(app.db);
    const { person } = await enrollApp(app, owner);
    const after = await signInToFrontEnd(app, person);
    expect(after.tokens.claims()).toMatchObject({
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
      subscriptions: [{ id: subscriptionId }],
    });
  });

  it('takes no token of a front end for one of its own', async () => {
    const ada = await createPerson(app);
    const { tokens } = await signInToFrontEnd(app, ada);
    for (const token of [tokens.access_token, tokens.id_token ?? '']) {
      expectIdentityRefusal(await lookup(app, token), 'auth/invalid-id-token');
    }
    const asAccess = await userInfo(tokens.id_token ?? '');
    expect(asAccess.status).toBe(401);
    expect((await userInfo(ada.idToken)).status).toBe(401);
    expect((await userInfo('nonsense')).status).toBe(401);
  });

  const userInfo = (token: string) =>
    fetch(at('/oauth/userinfo'), { headers: { authorization: `Bearer ${token}` } });

  it('asks the page with each sign-in, and answers login_required if the client forbids that', async () => {
    const ada = await createPerson(app);
    const { oidc, browser } = await signInToFrontEnd(app, ada);

    expect((await begin(oidc, browser)).interaction).toMatch(/^[\w-]{20,}$/);
    const url = client.buildAuthorizationUrl(oidc, {
      redirect_uri: redirectUri,
      scope: 'openid',
      prompt: 'none',
      ...(await newChallenge()),
    });
    const location = (await browser.open(url.href)).headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('error')).toBe('login_required');
  });

  it('leaves only the cookies that bind the sign-in to the browser', async () => {
    const ada = await createPerson(app);
    const browser = createBrowser();
    const { interaction } = await begin(await discover(app), browser);
    expect([...browser.jar.keys()].sort()).toEqual(['hearth-oauth', 'hearth-oauth-resume']);
    await goOn(app, { browser, interaction, person: ada });
    expect([...browser.jar.keys()]).toEqual(['hearth-oauth']);
  });

  it('refuses to go on in another browser, which a sent link would reach', async () => {
    const ada = await createPerson(app);
    const [sender, victim] = [createBrowser(), createBrowser()];
    const { interaction } = await begin(await discover(app), sender);
    // The page of the sender has answered; the link goes to somebody else.
    await expect(goOn(app, { browser: victim, interaction, person: ada })).rejects.toThrow();

    const response = await victim.open(at(`/oauth/authorize/${interaction}`));

    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('started in another browser');
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }, 'is not known'],
    ['an address that is not the client’s', { redirect_uri: `${redirectUri}/more` }, 'not its own'],
    ['the address of another origin', { redirect_uri: 'https://evil.example/' }, 'not its own'],
  ])('answers %s with a page in words and leads nowhere', async (_what, wrong, words) => {
    const response = await fetch(await authorizeUrl(wrong), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await response.text()).toContain(words);
  });

  it('words the page in Chinese for who reads that', async () => {
    const headers = { 'accept-language': 'zh-CN,zh' };
    const response = await fetch(await authorizeUrl({ client_id: 'nobody' }), { headers });
    expect(await response.text()).toContain('无法识别将您带到此处的应用');
  });

  it.each([
    ['zh-CN en', 'zh'],
    ['fr en-GB zh', 'en'],
    ['fr', null],
    ['', null],
  ])('asks for ui_locales “%s” in %s', async (ui_locales, language) => {
    const url = await authorizeUrl({ ui_locales });
    const response = await fetch(url, { redirect: 'manual' });
    const page = new URL(response.headers.get('location') ?? '', url);
    expect(page.pathname).toBe('/signin');
    expect(page.searchParams.get('lng')).toBe(language);
  });

  it('names the languages that ui_locales may ask for', async () => {
    const described = await fetch(at('/.well-known/openid-configuration'));
    expect(await described.json()).toHaveProperty('ui_locales_supported', ['en', 'zh']);
  });

  it.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'id_token' }, 'unsupported_response_type'],
  ])('leads back with an error for %s', async (_what, wrong, error) => {
    const response = await fetch(await authorizeUrl(wrong), { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin).toBe(frontEnd);
    const given = new URLSearchParams(location.search || location.hash.slice(1));
    expect(given.get('error')).toBe(error);
  });

  async function newChallenge() {
    const verifier = client.randomPKCECodeVerifier();
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    return { code_challenge, code_challenge_method: 'S256' };
  }

  async function authorizeUrl(changes: Record<string, string>): Promise<string> {
    const url = new URL(at('/oauth/authorize'));
    const usual = {
      client_id: 'front-end',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: randomUUID(),
      ...(await newChallenge()),
    };
    for (const [name, value] of Object.entries({ ...usual, ...changes })) {
      if (value !== '') {
        url.searchParams.set(name, value);
      }
    }
    return url.href;
  }
});
