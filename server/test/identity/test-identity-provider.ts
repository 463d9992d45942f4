import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { type Configuration, interactionPolicy, type JWK, Provider } from 'oidc-provider';

/** Claims about the person who signs in. */
export type TestPerson = JWTPayload & { readonly sub: string };

export interface TestIdentityProvider {
  readonly issuer: string;
  /** Person who signs in next. */
  person: TestPerson;
  /** Changes an ID token on its way to us; undefined leaves it alone. */
  tamper: ((claims: JWTPayload) => Promise<string>) | undefined;
  /** Signs in as a browser would, and answers the address that it is led back to. */
  signIn(authUri: string): Promise<string>;
  /** An ID token as a client of Google's SDK gets it. */
  sign(claims: JWTPayload): Promise<string>;
  /** Signed by somebody else, who names the provider's key. */
  forge(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export const testClient = { id: 'hearth-client', secret: 'a-secret-between-the-two' };

const keyId = 'the-key';
const hourSeconds = 3600;

/** A real OpenID provider on a loopback port. */
export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const own = await generateKeyPair('RS256', { extractable: true });
  const strangers = await generateKeyPair('RS256');
  const test: TestIdentityProvider = {
    issuer,
    person: { sub: 'nobody' },
    tamper: undefined,
    signIn: (authUri) => browse(authUri, redirectUri),
    sign: (claims) => toToken(claims, { issuer, key: own.privateKey }),
    forge: (claims) => toToken(claims, { issuer, key: strangers.privateKey }),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  const jwk = { ...(await exportJWK(own.privateKey)), kid: keyId, alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, toConfiguration(test, { redirectUri, jwk }));
  finishInteractions(provider, test);
  tamperWithTokens(provider, test);
  http.on('request', provider.callback());
  return test;
}

function toConfiguration(
  test: TestIdentityProvider,
  { redirectUri, jwk }: Registration,
): Configuration {
  return {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'picture'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['cookie-key'] },
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map(
        (name) => [name, hourSeconds],
      ),
    ),
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ ...test.person, sub: accountId }),
    }),
    interactions: {
      policy: toPolicy(),
      url: (_context, { uid }) => `/interaction/${uid}`,
    },
    async loadExistingGrant({ oidc: { provider, client, session } }) {
      const { accountId } = session ?? {};
      const grant = new provider.Grant({ clientId: client?.clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Google knows the prompt `select_account`. */
function toPolicy() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

interface Registration {
  readonly redirectUri: string;
  readonly jwk: JWK;
}

/** Signs `person` in immediately, without a page. */
function finishInteractions(provider: Provider, test: TestIdentityProvider): void {
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) {
      await next();
      return;
    }
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, {
      login: { accountId: test.person.sub },
      select_account: {},
    });
  });
}

function tamperWithTokens(provider: Provider, test: TestIdentityProvider): void {
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | null | undefined;
    if (context.path === '/token' && body?.id_token && test.tamper) {
      body.id_token = await test.tamper(decodeJwt(body.id_token));
    }
  });
}

async function toToken(
  claims: JWTPayload,
  { issuer, key }: { readonly issuer: string; readonly key: CryptoKey },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: testClient.id, iat: now, exp: now + hourSeconds };
  return await new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: keyId })
    .sign(key);
}

/** Follows the provider's redirects with its cookies until one leads to us. */
async function browse(start: string, redirectUri: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  while (!url.startsWith(redirectUri)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(`The provider stopped with ${response.status}: ${await response.text()}`);
    }
    url = new URL(location, url).href;
  }
  return url;
}
