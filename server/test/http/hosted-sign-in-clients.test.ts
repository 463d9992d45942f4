import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  begin,
  clientSecret,
  createBrowser,
  createSignInApp,
  discover,
  finishInteraction,
  goOn,
  redirectUri,
} from '../harness/hosted-sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';

const secrets = { backend: clientSecret, poster: `${clientSecret} of the poster` };
const native = ['http://127.0.0.1/cb?a=b', 'http://[::1]:4711/cb', 'http://localhost/cb'];
const scheme = 'com.example.app:/signed-in';

let app: TestApp;
beforeAll(async () => {
  const plain = { redirectUris: [redirectUri], postLogoutUris: [], confidential: false };
  app = await createSignInApp({
    clientSecrets: secrets,
    product: {
      clients: [
        { ...plain, id: 'front-end' },
        { ...plain, id: 'backend', confidential: true },
        {
          ...plain,
          id: 'poster',
          confidential: true,
          tokenEndpointAuthMethod: 'client_secret_post',
        },
        {
          ...plain,
          id: 'app',
          applicationType: 'native',
          redirectUris: [...native, scheme],
          postLogoutUris: ['http://127.0.0.1/bye', 'com.example.app:/bye'],
        },
      ],
    },
  });
});
afterAll(() => app.close());

const at = (path: string) => `${app.config.publicUrl}${path}`;

/** The page leads on; answers the page that posts to the client. */
async function openFormPage(extra: Record<string, string> = {}) {
  const oidc = await discover(app);
  const browser = createBrowser();
  const person = await createPerson(app);
  const mode = { response_mode: 'form_post', ...extra };
  const { verifier, state, interaction } = await begin(oidc, browser, mode);
  const cookie = browser.cookieFor(at('/v1'));
  const { idToken } = person;
  const answer = await finishInteraction(app, { id: interaction, cookie, idToken });
  const page = await browser.open(at(answer.json().return_to));
  return { oidc, verifier, state, page };
}

describe('response_mode=form_post', () => {
  it('is named by discovery, as are the others', async () => {
    const described = await fetch(at('/.well-known/openid-configuration'));
    expect(await described.json()).toHaveProperty('response_modes_supported', [
      'query',
      'fragment',
      'form_post',
    ]);
  });

  it('leads to a page whose script its policy lets run, and no other', async () => {
    const { oidc, verifier, state, page } = await openFormPage();
    const html = await page.text();
    expect(page.status, html).toBe(200);

    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = page.headers.get('content-security-policy')?.split(/; ?/);
    expect(policy).toContain(`script-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(html.match(/<script/g)).toHaveLength(1);

    const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const query = new URLSearchParams();
    for (const [, name = '', value = ''] of fields) {
      query.set(name, value);
    }
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const back = new URL(`${redirectUri}?${query}`);
    expect((await client.authorizationCodeGrant(oidc, back, checks)).access_token).toMatch(/^ey/);
  });

  it('posts an error in the same way', async () => {
    const oidc = await discover(app);
    const url = client.buildAuthorizationUrl(oidc, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      response_mode: 'form_post',
      prompt: 'none',
    });
    const page = await fetch(url);
    expect(await page.text()).toContain('name="error" value="login_required"');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'sha256-");
  });

  it('comes back after # if the client asks for that', async () => {
    const { page } = await openFormPage({ response_mode: 'fragment' });
    expect(page.headers.get('location')).toContain(`${redirectUri}#code=`);
  });
});

describe('the secret of a client', () => {
  const ways = {
    header: (id: 'backend' | 'poster') => ({
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(secrets[id])}`).toString('base64')}`,
      },
      fields: {},
    }),
    form: (id: 'backend' | 'poster') => ({
      headers: {},
      fields: { client_id: id, client_secret: secrets[id] },
    }),
  };

  async function ask(id: 'backend' | 'poster', way: keyof typeof ways, path: string) {
    const { headers, fields } = ways[way](id);
    const form = { grant_type: 'refresh_token', refresh_token: 'unknown', token: 'unknown' };
    const body = new URLSearchParams({ ...form, ...fields });
    return await fetch(at(path), { method: 'POST', body, headers });
  }

  it.each([
    ['backend', 'header', 'form'],
    ['poster', 'form', 'header'],
  ] as const)(
    'counts in the way that %s is registered for: %s, not %s',
    async (id, right, wrong) => {
      const known = await ask(id, right, '/oauth/token');
      expect(await known.json()).toMatchObject({ error: 'invalid_grant' });
      expect((await ask(id, right, '/oauth/revoke')).status).toBe(200);
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const refused = await ask(id, wrong, path);
        expect(refused.status).toBe(401);
        expect(await refused.json()).toMatchObject({ error: 'invalid_client' });
      }
    },
  );
});

describe('a native client', () => {
  const authorize = (address: string, id = 'app') => {
    const query = new URLSearchParams({
      client_id: id,
      redirect_uri: address,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });
    return fetch(at(`/oauth/authorize?${query}`), { redirect: 'manual' });
  };

  it.each([
    'http://127.0.0.1:51004/cb?a=b',
    'http://127.0.0.1/cb?a=b',
    'http://[::1]:9/cb',
    'http://[::1]/cb',
    'http://localhost:65535/cb',
    scheme,
  ])('may have people led back to %s', async (address) => {
    expect((await authorize(address)).status).toBe(303);
  });

  it.each([
    'http://127.0.0.1:51004/cb',
    'http://127.0.0.1:51004/other?a=b',
    'http://127.0.0.1:5@evil.example/cb?a=b',
    'http://127.0.0.1.evil.example/cb?a=b',
    'http://127.0.0.2:9/cb?a=b',
    'https://127.0.0.1:9/cb?a=b',
    'http://localhost:9/cb?a=b',
    'com.example.app:/other',
    'com.example.app://signed-in',
    'javascript:alert(1)',
  ])('may not have people led back to %s', async (address) => {
    expect((await authorize(address)).status).toBe(400);
  });

  it('is the only one for which any port will do', async () => {
    expect((await authorize(redirectUri, 'front-end')).status).toBe(303);
    const elsewhere = redirectUri.replace(':9/', ':10/');
    expect((await authorize(elsewhere, 'front-end')).status).toBe(400);
  });

  it('signs in by its private scheme, and out to a port of its own', async () => {
    const person = await createPerson(app);
    const options = { execute: [client.allowInsecureRequests] };
    const oidc = await client.discovery(
      new URL(app.config.publicUrl),
      'app',
      undefined,
      client.None(),
      options,
    );
    const browser = createBrowser();
    const begun = await begin(oidc, browser, { redirect_uri: scheme });
    const back = await goOn(app, { browser, interaction: begun.interaction, person });
    expect(back).toMatch(/^com\.example\.app:\/signed-in\?code=/);
    const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state };
    const tokens = await client.authorizationCodeGrant(oidc, new URL(back), checks);

    const signOut = (address: string) => {
      const query = new URLSearchParams({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: address,
        state: 'a',
      });
      return fetch(at(`/oauth/logout?${query}`), { redirect: 'manual' });
    };
    expect((await signOut('http://127.0.0.1:4711/other')).status).toBe(400);
    expect((await signOut('http://127.0.0.1:4711@evil.example/bye')).status).toBe(400);
    const left = await signOut('http://127.0.0.1:4711/bye');
    expect(left.headers.get('location')).toBe('http://127.0.0.1:4711/bye?state=a');
    expect((await signOut('com.example.app:/bye')).headers.get('location')).toBe(
      'com.example.app:/bye?state=a',
    );
  });

  it('lets no page in a sandbox read answers, whose origin is `null` as that of a private scheme', async () => {
    const headers = { origin: 'null' };
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'app' });
    const token = await fetch(at('/oauth/token'), { method: 'POST', body, headers });
    expect(token.headers.get('access-control-allow-origin')).toBeNull();
    const described = await fetch(at('/.well-known/openid-configuration'), { headers });
    expect(described.headers.get('access-control-allow-origin')).not.toBe('null');
  });
});
