import { createHmac } from 'node:crypto';
import { refuseUnless } from '../../../platform/refusal.ts';
import { toIdentity } from './claims.ts';
import { fetchProviderJson } from './fetch-provider.ts';
import { requireCode } from './oauth-tokens.ts';
import type { ClientKeys, ConfirmedIdentity, SocialProvider } from './provider.ts';

/** Meta ends a version some two years after its release; arctic's own is one that has ended. */
const version = 'v26.0';
const graph = `https://graph.facebook.com/${version}`;

/** Facebook by OAuth 2. It says an address and never whether it is proven. */
export function createFacebookProvider(keys: ClientKeys): SocialProvider {
  const { clientId, clientSecret } = keys;

  return {
    id: 'facebook.com',

    async authorizationUri({ state, redirectUri }) {
      const url = new URL(`https://www.facebook.com/${version}/dialog/oauth`);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('client_id', clientId);
      url.searchParams.set('redirect_uri', redirectUri);
      url.searchParams.set('state', state);
      url.searchParams.set('scope', 'email public_profile');
      return url.href;
    },

    async redeem(answer, { redirectUri }) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: requireCode(answer),
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      });
      const tokens = await fetchProviderJson(`${graph}/oauth/access_token`, {
        method: 'POST',
        body,
      });
      refuseUnless(typeof tokens.access_token === 'string', 'auth/invalid-provider-answer');
      return await readPerson(tokens.access_token, clientSecret);
    },

    async verify({ accessToken }) {
      refuseUnless(accessToken, 'auth/invalid-provider-answer');
      await requireOwnToken(accessToken, keys);
      return await readPerson(accessToken, clientSecret);
    },
  };
}

async function readPerson(accessToken: string, clientSecret: string): Promise<ConfirmedIdentity> {
  const url = new URL(`${graph}/me`);
  url.searchParams.set('fields', 'id,name,first_name,last_name,email,picture.type(large)');
  // Shows that we hold the secret, so that a token stolen from a browser is of no use.
  url.searchParams.set('appsecret_proof', hmac(accessToken, clientSecret));
  const person = await fetchProviderJson(url, { headers: bearer(accessToken) });
  const { data } = (person.picture ?? {}) as { data?: { url?: unknown; is_silhouette?: unknown } };
  return toIdentity('facebook.com', {
    subject: person.id,
    email: person.email,
    displayName: person.name,
    photoUrl: data?.is_silhouette === true ? undefined : data?.url,
    profile: person,
  });
}

/** A token that the person gave to another app must not open an account here. */
async function requireOwnToken(accessToken: string, keys: ClientKeys): Promise<void> {
  const url = new URL(`${graph}/debug_token`);
  url.searchParams.set('input_token', accessToken);
  const headers = bearer(`${keys.clientId}|${keys.clientSecret}`);
  const { data } = await fetchProviderJson(url, { headers });
  const { app_id, is_valid } = (data ?? {}) as { app_id?: unknown; is_valid?: unknown };
  refuseUnless(is_valid === true && app_id === keys.clientId, 'auth/invalid-provider-answer');
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

function hmac(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
