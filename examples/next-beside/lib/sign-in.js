/**
 * Signs people in through Hearth's pages by OpenID Connect, with PKCE and a client secret. `oidc` is the package
 * openid-client.
 */
export function createSignIn({ oidc, hearthUrl, clientId, clientSecret, ownUrl }) {
  let found;

  /** Reads once where Hearth has its addresses; again after a failure. */
  function discover() {
    const options = hearthUrl.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
    found ??= oidc
      .discovery(
        new URL(hearthUrl),
        clientId,
        undefined,
        oidc.ClientSecretBasic(clientSecret),
        options,
      )
      .catch((error) => {
        found = undefined;
        throw error;
      });
    return found;
  }

  return {
    /** Address to lead the person to, and what has to be kept in their browser until they come back. */
    async begin() {
      const config = await discover();
      const pending = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState() };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: `${ownUrl}/callback`,
        scope: 'openid email profile standing',
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        state: pending.state,
      });
      return { url: url.href, pending };
    },

    /** The ID token of the person who came back, with its life in seconds. `search` is that of the address. */
    async finish(search, { verifier, state }) {
      const back = new URL(`/callback${search}`, ownUrl);
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const tokens = await oidc.authorizationCodeGrant(await discover(), back, checks);
      const { exp, iat } = tokens.claims();
      return { idToken: tokens.id_token, seconds: exp - iat };
    },

    /** Address that ends Hearth's session too, and leads back. */
    async end(idToken) {
      return oidc.buildEndSessionUrl(await discover(), {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${ownUrl}/`,
      }).href;
    },
  };
}
