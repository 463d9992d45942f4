import { refuseUnless } from '../../../platform/refusal.ts';
import { toIdentity } from './claims.ts';
import { fetchProvider, fetchProviderJson } from './fetch-provider.ts';
import { requestTokens } from './oauth-tokens.ts';
import type { ClientKeys, ConfirmedIdentity, SocialProvider } from './provider.ts';

const pages = 'https://github.com/login/oauth';
const api = 'https://api.github.com';

/** GitHub by OAuth 2. It proves addresses by mail and runs no mailboxes. */
export function createGithubProvider(keys: ClientKeys): SocialProvider {
  async function open(redirectUri: string) {
    const { CodeChallengeMethod, OAuth2Client } = await import('arctic');
    const client = new OAuth2Client(keys.clientId, keys.clientSecret, redirectUri);
    return { client, method: CodeChallengeMethod.S256 };
  }

  return {
    id: 'github.com',

    async authorizationUri({ redirectUri, state, codeVerifier }) {
      const { client, method } = await open(redirectUri);
      const scopes = ['read:user', 'user:email'];
      const page = `${pages}/authorize`;
      return client.createAuthorizationURLWithPKCE(page, state, method, codeVerifier, scopes).href;
    },

    async redeem(answer, { redirectUri, codeVerifier }) {
      const { client } = await open(redirectUri);
      const accessToken = await requestTokens(answer, (code) =>
        client.validateAuthorizationCode(`${pages}/access_token`, code, codeVerifier),
      );
      return await readPerson(accessToken);
    },

    async verify({ accessToken }) {
      refuseUnless(accessToken, 'auth/invalid-provider-answer');
      await requireOwnToken(accessToken, keys);
      return await readPerson(accessToken);
    },
  };
}

async function readPerson(accessToken: string): Promise<ConfirmedIdentity> {
  const headers = { ...common, authorization: `Bearer ${accessToken}` };
  const [user, primary] = await Promise.all([
    fetchProviderJson(`${api}/user`, { headers }),
    findPrimaryEmail(headers),
  ]);
  return toIdentity('github.com', {
    subject: user.id,
    email: primary?.email,
    emailVerified: primary?.verified === true,
    displayName: user.name ?? user.login,
    photoUrl: user.avatar_url,
    profile: user,
  });
}

interface GithubEmail {
  readonly email?: unknown;
  readonly primary?: unknown;
  readonly verified?: unknown;
}

/** Undefined when the person did not let us see addresses. */
async function findPrimaryEmail(headers: Record<string, string>): Promise<GithubEmail | undefined> {
  const response = await fetchProvider(`${api}/user/emails`, { headers });
  const emails: unknown = response.ok ? await response.json() : [];
  return Array.isArray(emails)
    ? emails.find((one: GithubEmail | null) => one?.primary === true)
    : undefined;
}

/** A token that the person gave to another app must not open an account here. */
async function requireOwnToken(accessToken: string, keys: ClientKeys): Promise<void> {
  const { clientId, clientSecret } = keys;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  // GitHub answers 404 for tokens of other apps.
  const { app } = await fetchProviderJson(
    `${api}/applications/${encodeURIComponent(clientId)}/token`,
    {
      method: 'POST',
      headers: { ...common, authorization: `Basic ${basic}` },
      body: JSON.stringify({ access_token: accessToken }),
    },
  );
  const owner = (app as { client_id?: unknown } | undefined)?.client_id;
  refuseUnless(owner === clientId, 'auth/invalid-provider-answer');
}

/** GitHub turns requests without a user agent away. */
const common = { accept: 'application/vnd.github+json', 'user-agent': 'Hearth' };
