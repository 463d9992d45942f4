/** Where a client asks who its access token belongs to. */
export const userInfoPath = '/oauth/userinfo';

const only = 'with clients';
const html = 'text/html';
const json = 'application/json';

/** Addresses of OpenID Connect for front ends on other origins. */
export const oauthRoutes = [
  {
    method: 'GET',
    path: '/oauth/authorize',
    text: 'Begins a sign-in for a client: code flow with PKCE. Leads to `/signin`.',
    type: html,
    only,
    also: {
      303: 'To `/signin`, or back to the client with an error.',
      400: 'The client or its address is not known.',
    },
  },
  {
    method: 'GET',
    path: '/oauth/authorize/{id}',
    text: 'Ends a sign-in that the page has answered, and leads back to the client with a code.',
    type: html,
    only,
    also: {
      303: 'Back to the client.',
      400: 'It has expired, or was started in another browser.',
    },
  },
  {
    method: 'POST',
    path: '/oauth/token',
    text: 'Exchanges a code or a refresh token, as a form, for an ID token, an access token and a new refresh token.',
    type: json,
    only,
    also: { 400: 'The code or token is wrong, used, expired, or its session is over.' },
  },
  {
    method: 'POST',
    path: '/oauth/revoke',
    text: 'Revokes a refresh token of a client.',
    type: json,
    only,
  },
  {
    method: 'GET',
    path: userInfoPath,
    text: 'Claims about the person of an access token, while the session is open.',
    type: json,
    only,
    also: { 401: 'The access token is wrong or expired, or its session is over.' },
  },
  {
    method: 'POST',
    path: userInfoPath,
    text: 'The same for clients that ask by POST.',
    type: json,
    only,
    also: { 401: 'The access token is wrong or expired, or its session is over.' },
  },
  {
    method: 'GET',
    path: '/oauth/logout',
    text: 'Ends the session of an ID token (`id_token_hint`), and leads to `post_logout_redirect_uri`.',
    type: html,
    only,
    also: {
      303: 'To the address of the client, or to `/signin`.',
      400: 'It does not prove whose session is meant, or the address is not one of the client.',
    },
  },
  {
    method: 'POST',
    path: '/oauth/logout',
    text: 'The same for clients that send a form.',
    type: html,
    only,
    also: {
      303: 'To the address of the client, or to `/signin`.',
      400: 'It does not prove whose session is meant, or the address is not one of the client.',
    },
  },
] as const;
