import type { JsonWebKey } from 'node:crypto';
import { type Language, matchLanguage } from '@hearth/contract';
import type {
  Account,
  ClientMetadata,
  Configuration,
  KoaContextWithOIDC as Context,
  ErrorOut,
  errors,
  FindAccount,
  Interaction,
  interactionPolicy,
  ResourceServer,
} from 'oidc-provider';
import { randomSecret } from '../../platform/ids.ts';
import { createAdapter } from './adapter.ts';
import {
  type ClaimServices,
  claimsOfScopes,
  findSignedIn,
  noteUse,
  readClaims,
  signInScopes,
} from './claims.ts';
import { bindGrant, bindInteraction, findGrantSession } from './hosted-sign-in-store.ts';
import type { SuccessorOf } from './refresh-successor.ts';
import { originsOf, type SignInClient } from './sign-in-client.ts';

/** Answers a fault that cannot be told to the client, because it is not known or the address is not its own. */
export type AnswerFault = (context: Context, fault: SignInFault) => void;

export interface SignInFault {
  readonly kind: 'client' | 'address' | 'expired' | 'failed' | 'request';
  /** English words for developers. */
  readonly detail: string | undefined;
}

export interface ProviderParts extends ClaimServices {
  readonly clients: readonly SignInClient[];
  readonly publicUrl: string;
  readonly answerFault: AnswerFault;
  readonly successorOf: SuccessorOf;
}

/** The package, which is loaded only if there are clients. */
export interface Package {
  readonly interactionPolicy: typeof interactionPolicy;
  readonly errors: typeof errors;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Life of an access token in seconds. It outlives a sign-out, so it is short. */
const accessTokenSeconds = 10 * minute;
const interactionSeconds = hour;

/** Keeps the contract's promise: each sign-in asks Hearth's page, whatever the browser has done before. */
export function toProviderSettings(
  parts: ProviderParts,
  signingJwk: JsonWebKey,
  oidc: Package,
): Configuration {
  const { clients, publicUrl, settings } = parts;
  const { idleDays, absoluteDays } = settings.sessions;
  return {
    adapter: createAdapter({ ...parts, errors: oidc.errors }),
    clients: clients.map(toMetadata),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [signingJwk] },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    scopes: Object.keys(claimsOfScopes),
    claims: claimsOfScopes,
    cookies: toCookies(publicUrl),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: minute,
      IdToken: hour,
      Interaction: interactionSeconds,
      RefreshToken: idleDays * day,
      Grant: absoluteDays * day,
      // Kept nowhere.
      Session: minute,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: toResource(parts, oidc),
    },
    // Otherwise a refresh would ask the package's own session, which is kept nowhere.
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    clientBasedCORS: (_context, origin, { redirectUris = [] }) =>
      originsOf({ redirectUris }).includes(origin),
    extraTokenClaims: ({ oidc: { account } }) => ({ sid: sessionOf(account) }),
    findAccount: createFindAccount(parts),
    loadExistingGrant: createGrantMaker(parts),
    interactions: { policy: toPolicy(oidc), url: createInteractionStart(parts) },
    renderError: (context, out, error) => parts.answerFault(context, toFault(out, error)),
  };
}

function toMetadata(client: SignInClient): ClientMetadata {
  const { id, redirectUris, confidential, secret, applicationType = 'web' } = client;
  const { tokenEndpointAuthMethod = 'client_secret_basic' } = client;
  return {
    client_id: id,
    application_type: applicationType,
    redirect_uris: redirectUris,
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    ...(confidential
      ? { client_secret: secret, token_endpoint_auth_method: tokenEndpointAuthMethod }
      : { token_endpoint_auth_method: 'none' }),
  };
}

/** The one resource, as the package names what tokens are for. It must be an absolute URL. */
const resourceOf = (publicUrl: string) => `${publicUrl}/oauth/userinfo`;

/** Makes access tokens JWTs, whose audience is the client, as that of its ID tokens is. */
function toResource({ publicUrl }: ProviderParts, { errors }: Package) {
  const resource = resourceOf(publicUrl);
  return {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo(
      _context: Context,
      wanted: string,
      client: { clientId: string },
    ): ResourceServer {
      if (wanted !== resource) {
        throw new errors.InvalidTarget();
      }
      return {
        scope: signInScopes,
        audience: client.clientId,
        accessTokenTTL: accessTokenSeconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      };
    },
  };
}

/** Only the one by which a request goes on is kept; `keepOwnCookies` takes the others out. */
const resumeCookie = 'hearth-oauth-resume';

function toCookies(publicUrl: string) {
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    signed: false,
  } as const;
  return {
    names: { session: 'oauth-session', interaction: 'oauth-interaction', resume: resumeCookie },
    long: attributes,
    short: attributes,
  };
}

/** Asks the page with each sign-in, and again if the session that it named has ended. */
function toPolicy({ interactionPolicy: { base, Prompt, Check } }: Package) {
  const policy = base();
  policy.clear();
  const unasked = new Check(
    'hearth_session',
    'The page of Hearth has to say who is signed in',
    'login_required',
    ({ oidc: { result, account } }) => !(result && 'login' in result && account),
  );
  policy.add(new Prompt({ name: 'login', requestable: true }, unasked));
  // All clients are the operator's own, so there is nothing to consent to.
  policy.add(new Prompt({ name: 'consent', requestable: true }));
  return policy;
}

/** The package's account, with our session. */
interface FoundAccount extends Account {
  readonly sessionId: string;
}

function sessionOf(account: Account | undefined): string | undefined {
  return (account as FoundAccount | undefined)?.sessionId;
}

function createFindAccount(parts: ProviderParts): FindAccount {
  return async ({ oidc: { result, route } }, uid, token) => {
    const sessionId = token
      ? await findGrantSession(parts.db, token.grantId ?? '')
      : (result as { hearth?: { sessionId: string } } | undefined)?.hearth?.sessionId;
    const found = sessionId && (await findSignedIn({ uid, sessionId }, parts));
    if (!found) {
      return undefined;
    }
    if (route === 'token') {
      await noteUse(found, parts);
    }
    return {
      accountId: uid,
      sessionId,
      claims: (_use: string, scope: string) => readClaims(found, new Set(scope.split(' ')), parts),
    };
  };
}

function createGrantMaker({ db, publicUrl }: ProviderParts) {
  return async ({ oidc: { provider, client, account } }: Context) => {
    const { accountId, sessionId } = account as FoundAccount;
    const grant = new provider.Grant({ clientId: client?.clientId, accountId });
    grant.addOIDCScope(signInScopes);
    grant.addResourceScope(resourceOf(publicUrl), signInScopes);
    await bindGrant(db, { grantId: await grant.save(), sessionId });
    return grant;
  };
}

/** Binds the interaction to this browser, by a cookie that all its interactions share. */
function createInteractionStart({ db, publicUrl, settings: { languages } }: ProviderParts) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-hearth-oauth' : 'hearth-oauth';
  return async ({ cookies }: Context, { uid, params }: Interaction) => {
    const held = cookies.get(name, { signed: false });
    const browser = held !== undefined && /^[\w-]{43}$/.test(held) ? held : randomSecret();
    // With the cookie's name: a sibling site can write the cookie without the prefix, which must not count as this one.
    await bindInteraction(db, { id: uid, browser: `${name}=${browser}` });
    cookies.set(name, browser, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      signed: false,
      maxAge: interactionSeconds * 1000,
    });
    const language = findAsked(params.ui_locales, languages);
    return `/signin?interaction=${uid}${language ? `&lng=${encodeURIComponent(language)}` : ''}`;
  };
}

/** The first of the client's `ui_locales`, which are tags between spaces, that people may choose here. */
function findAsked(locales: unknown, languages: readonly Language[]): Language | undefined {
  const asked = typeof locales === 'string' ? locales.split(' ') : [];
  return asked.map((tag) => matchLanguage(tag, languages)).find(Boolean);
}

function toFault({ error, error_description: detail }: ErrorOut, { name }: Error): SignInFault {
  const kinds: Record<string, SignInFault['kind']> = {
    invalid_client: 'client',
    invalid_redirect_uri: 'address',
    server_error: 'failed',
  };
  const kind = name === 'SessionNotFound' ? 'expired' : (kinds[error] ?? 'request');
  return { kind, detail: kind === 'request' ? detail : undefined };
}
