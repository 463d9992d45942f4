import { refuse } from '../../../platform/refusal.ts';
import { toIdentity } from './claims.ts';
import { fetchProviderJson } from './fetch-provider.ts';
import { requestTokens } from './oauth-tokens.ts';
import type { ClientKeys, SocialProvider } from './provider.ts';

/** Twitter (X) by OAuth 2 with PKCE. */
export function createTwitterProvider({ clientId, clientSecret }: ClientKeys): SocialProvider {
  async function open(redirectUri: string) {
    const { Twitter } = await import('arctic');
    return new Twitter(clientId, clientSecret, redirectUri);
  }

  return {
    id: 'twitter.com',

    async authorizationUri({ redirectUri, state, codeVerifier }) {
      const twitter = await open(redirectUri);
      const scopes = ['users.read', 'users.email', 'tweet.read'];
      return twitter.createAuthorizationURL(state, codeVerifier, scopes).href;
    },

    async redeem(answer, { redirectUri, codeVerifier }) {
      const twitter = await open(redirectUri);
      const accessToken = await requestTokens(answer, (code) =>
        twitter.validateAuthorizationCode(code, codeVerifier),
      );
      const url = new URL('https://api.x.com/2/users/me');
      url.searchParams.set('user.fields', 'confirmed_email,name,profile_image_url');
      const headers = { authorization: `Bearer ${accessToken}` };
      const person = ((await fetchProviderJson(url, { headers })).data ?? {}) as Record<
        string,
        unknown
      >;
      return toIdentity('twitter.com', {
        subject: person.id,
        email: person.confirmed_email,
        emailVerified: person.confirmed_email !== undefined,
        displayName: person.name,
        photoUrl: person.profile_image_url,
        profile: person,
      });
    },

    /** Twitter does not say for which app an access token was made. */
    verify: async () => refuse('auth/invalid-provider-answer'),
  };
}
