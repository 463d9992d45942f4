import type { Configuration } from 'openid-client';
import type { Clock } from '../../../platform/clock.ts';
import { refuseUnless } from '../../../platform/refusal.ts';
import { toIdentity } from './claims.ts';
import { fetchProvider, timeoutMs } from './fetch-provider.ts';
import type { OidcProfile } from './oidc-profiles.ts';
import { type TokenKeys, verifyIdToken } from './oidc-token.ts';
import type { ClientKeys, ConfirmedIdentity, Flow, SocialProvider } from './provider.ts';
import { translateOidcFailure } from './provider-failure.ts';

interface OidcSettings {
  readonly profile: OidcProfile;
  readonly client: ClientKeys;
  readonly clock: Clock;
  /** Lets a test provider speak plain http. */
  readonly allowHttp?: boolean | undefined;
}

/** A provider that speaks OpenID Connect; its addresses and keys are asked for on first use. */
export function createOidcProvider(settings: OidcSettings): SocialProvider {
  const { profile } = settings;
  const open = onceItWorks(() => discover(settings));

  return {
    id: profile.id,

    async authorizationUri(flow) {
      const { openid, configuration } = await open();
      const url = openid.buildAuthorizationUrl(configuration, {
        ...profile.parameters,
        redirect_uri: flow.redirectUri,
        scope: profile.scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    async redeem(answer, flow) {
      const { openid, configuration } = await open();
      const tokens = await openid
        .authorizationCodeGrant(configuration, toCallbackUrl(answer, flow), {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.codeVerifier,
          idTokenExpected: true,
        })
        .catch(translateOidcFailure);
      const claims = tokens.claims();
      refuseUnless(claims, 'auth/invalid-provider-answer');
      return withAppleName(toIdentity(profile.id, profile.toClaims(claims)), answer);
    },

    async verify({ idToken, nonce }) {
      refuseUnless(idToken, 'auth/invalid-provider-answer');
      const { keys } = await open();
      const claims = await verifyIdToken(idToken, nonce, { ...settings, keys });
      return toIdentity(profile.id, profile.toClaims(claims));
    },

    ...(profile.id === 'apple.com' && {
      async revoke(token, type) {
        const { openid, configuration } = await open();
        const hint = type === 'REFRESH_TOKEN' ? 'refresh_token' : 'access_token';
        await openid
          .tokenRevocation(configuration, token, { token_type_hint: hint })
          .catch(translateOidcFailure);
      },
    }),
  };
}

interface Discovered {
  readonly openid: typeof import('openid-client');
  readonly configuration: Configuration;
  readonly keys: TokenKeys;
}

/** Loaded on first use: most processes never see a sign-in of each provider. */
async function discover({ profile, client, allowHttp }: OidcSettings): Promise<Discovered> {
  const [openid, jose] = await Promise.all([import('openid-client'), import('jose')]);
  const configuration = await openid
    .discovery(new URL(profile.issuer), client.clientId, client.clientSecret, undefined, {
      timeout: timeoutMs / 1000,
      [openid.customFetch]: fetchProvider as never,
      execute: [
        // The signature is checked too, though the token comes straight from the provider.
        openid.enableNonRepudiationChecks,
        ...(allowHttp ? [openid.allowInsecureRequests] : []),
      ],
    })
    .catch(translateOidcFailure);
  const { jwks_uri: address } = configuration.serverMetadata();
  refuseUnless(address, 'auth/provider-unavailable');
  const keys = jose.createRemoteJWKSet(new URL(address), { [jose.customFetch]: fetchProvider });
  return { openid, configuration, keys };
}

/** The address that the provider called; the page's own may stand behind a proxy. */
function toCallbackUrl(answer: URLSearchParams, { redirectUri }: Flow): URL {
  const url = new URL(redirectUri);
  url.search = answer.toString();
  return url;
}

/** Apple gives the name once, beside the code and unsigned; it opens nothing. */
function withAppleName(identity: ConfirmedIdentity, answer: URLSearchParams): ConfirmedIdentity {
  const user = answer.get('user');
  if (identity.provider !== 'apple.com' || identity.displayName !== '' || user === null) {
    return identity;
  }
  const { subject } = identity;
  return {
    ...identity,
    displayName: toIdentity('apple.com', { subject, displayName: appleName(user) }).displayName,
  };
}

function appleName(user: string): string {
  try {
    const { name } = JSON.parse(user);
    return [name.firstName, name.lastName].filter((part) => typeof part === 'string').join(' ');
  } catch {
    return '';
  }
}

/** Keeps the first success; a failure is tried again. */
function onceItWorks<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
