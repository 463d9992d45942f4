import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { randomId, randomSecret, secretHash } from '../../src/platform/ids.ts';
import { freePort } from './free-port.ts';
import { createTestApp, type TestApp, type TestSettings } from './test-app.ts';
import { type Answer, document, type Person } from './wire-client.ts';

interface PlantedInteraction {
  readonly id: string;
  /** Cookie of the browser that began it. */
  readonly cookie: string;
}

/** An interaction as `/oauth/authorize` leaves it behind. */
export async function plantInteraction(
  { db, clock }: TestApp,
  params: object = {},
): Promise<PlantedInteraction> {
  const id = randomId(43);
  const cookie = `hearth-oauth=${randomSecret()}`;
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + 3_600_000);
  await sql`
    insert into hosted_sign_ins (model, id_hash, browser_hash, payload, created_at, expires_at)
    values ('Interaction', ${secretHash(id)}, ${secretHash(cookie)}, ${JSON.stringify({ params })},
      ${at}, ${expiresAt})`.execute(db);
  return { id, cookie };
}

interface Finishing extends Pick<Person, 'idToken'> {
  readonly id: string;
  readonly cookie?: string;
}

/** Finishes an interaction, as the page does for a person who is signed in. */
export function finishInteraction(
  app: TestApp,
  { id, idToken, cookie = '' }: Finishing,
): Promise<Answer> {
  return document(app, `POST /v1/oauth/interactions/${id}`, { idToken, headers: { cookie } });
}

export const clientSecret = 'a secret of the backend, 32 chars and more';
export const frontEnd = 'http://127.0.0.1:9';
export const redirectUri = `${frontEnd}/callback`;
export const signedOutUri = `${frontEnd}/bye`;

const clients: HearthConfig['clients'] = [
  {
    id: 'front-end',
    redirectUris: [redirectUri],
    postLogoutUris: [signedOutUri],
    confidential: false,
  },
  {
    id: 'backend',
    redirectUris: ['https://backend.example/callback'],
    postLogoutUris: [],
    confidential: true,
  },
];

/** The product with clients, listening at its PUBLIC_URL, since the protocol is spoken to that. */
export async function createSignInApp({ env, ...settings }: TestSettings = {}): Promise<TestApp> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const app = await createTestApp({
    ...settings,
    env: { PORT: String(port), PUBLIC_URL: origin, ...env },
    product: { clients, ...settings.product },
    clientSecrets: { backend: clientSecret, ...settings.clientSecrets },
  });
  await app.server.listen({ port, host: 'localhost' });
  return app;
}

/** openid-client as a front end sets it up. */
export async function discover(
  { config: { publicUrl } }: TestApp,
  clientId = 'front-end',
): Promise<client.Configuration> {
  const options = { execute: [client.allowInsecureRequests] };
  const isBackend = clientId === 'backend';
  return await client.discovery(
    new URL(publicUrl),
    clientId,
    isBackend ? clientSecret : undefined,
    isBackend ? client.ClientSecretBasic(clientSecret) : client.None(),
    options,
  );
}

/** Keeps cookies of one site, as far as these tests need them: by path, until they are taken back. */
export function createBrowser() {
  const jar = new Map<string, { readonly value: string; readonly path: string }>();
  return {
    jar,
    cookieFor: (url: string) =>
      [...jar]
        .filter(([, { path }]) => new URL(url).pathname.startsWith(path))
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
    async open(url: string): Promise<Response> {
      const headers = { cookie: this.cookieFor(url) };
      const response = await fetch(url, { redirect: 'manual', headers });
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/; ?/);
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        const path = attributes.find((one) => one.startsWith('path='))?.slice(5) ?? '/';
        if (value === '') {
          jar.delete(name);
        } else {
          jar.set(name, { value, path });
        }
      }
      return response;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;

export interface Begun {
  readonly verifier: string;
  readonly state: string;
  /** Address of the page that it leads to. */
  readonly interaction: string;
}

/** The front end leads the browser to Hearth. */
export async function begin(
  oidc: client.Configuration,
  browser: Browser,
  extra: Record<string, string> = {},
): Promise<Begun> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(oidc, {
    redirect_uri: redirectUri,
    scope: 'openid email profile standing',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...extra,
  });
  const response = await browser.open(url.href);
  expect(response.status, await response.clone().text()).toBe(303);
  const page = new URL(response.headers.get('location') ?? '', url);
  expect(page.pathname).toBe('/signin');
  return { verifier, state, interaction: page.searchParams.get('interaction') ?? '' };
}

/** The page finishes the interaction for the person; answers the address that the browser is led back to. */
export async function goOn(
  app: TestApp,
  { browser, interaction, person }: GoingOn,
): Promise<string> {
  const cookie = browser.cookieFor(`${app.config.publicUrl}/v1`);
  const { idToken } = person;
  const answer = await finishInteraction(app, { id: interaction, cookie, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  const response = await browser.open(`${app.config.publicUrl}${answer.json().return_to}`);
  expect(response.status, await response.clone().text()).toBe(303);
  return response.headers.get('location') ?? '';
}

interface GoingOn {
  readonly browser: Browser;
  readonly interaction: string;
  readonly person: Pick<Person, 'idToken'>;
}

/** The whole way, as openid-client walks it; answers the tokens. */
export async function signInToFrontEnd(app: TestApp, person: Person) {
  const oidc = await discover(app);
  const browser = createBrowser();
  const { verifier, state, interaction } = await begin(oidc, browser);
  const back = await goOn(app, { browser, interaction, person });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await client.authorizationCodeGrant(oidc, new URL(back), checks);
  return { oidc, browser, tokens, verifier, back, refreshToken: tokens.refresh_token ?? '' };
}
