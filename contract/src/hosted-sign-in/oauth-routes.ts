import * as z from 'zod/mini';

/** Tells a client who its access token belongs to. */
export const userInfoPath = '/oauth/userinfo';

const only = 'with clients';
const html = 'text/html';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

const optionalText = z.optional(z.string());

const authorizeInput = z.object({
  /** `id` of one of the configured `clients`. */
  client_id: z.string(),
  response_type: z.literal('code'),
  /** One of the client's `redirectUris`, letter by letter. A native client may name any port of a loopback address. */
  redirect_uri: z.string(),
  /** `openid`, and `email`, `profile` and `standing` (projects and permissions) as wanted, with spaces between. */
  scope: z.string(),
  /** SHA-256 of the `code_verifier`, in base64url. */
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
  /** How the code comes back: in the query if this is left out, after `#`, or by a form that the page posts. */
  response_mode: z.optional(z.enum(['query', 'fragment', 'form_post'])),
  /** Comes back unchanged. */
  state: optionalText,
  /** Stands in the ID token unchanged. */
  nonce: optionalText,
  /** `login` asks for a new sign-in; `none` refuses if the person would have to be asked. */
  prompt: optionalText,
  /** Seconds since the sign-in that are accepted. */
  max_age: optionalText,
});

const tokenInput = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  /** Left out by a client that sends id and secret by HTTP Basic. */
  client_id: optionalText,
  /** Sent by a client that is registered to send it in the form. */
  client_secret: optionalText,
  /** With `authorization_code`. */
  code: optionalText,
  /** With `authorization_code`: as it was sent to `/oauth/authorize`. */
  redirect_uri: optionalText,
  /** With `authorization_code`: the secret behind `code_challenge`. */
  code_verifier: optionalText,
  /** With `refresh_token`; each works once. Again within 10 seconds, it answers the same new one. */
  refresh_token: optionalText,
});

const tokenOutput = z.object({
  access_token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.int(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  scope: z.string(),
  token_type: z.literal('Bearer'),
});

const revokeInput = z.object({
  /** Refresh token of the client. */
  token: z.string(),
  /** Left out by a client that sends id and secret by HTTP Basic. */
  client_id: optionalText,
  /** Sent by a client that is registered to send it in the form. */
  client_secret: optionalText,
});

const userInfoOutput = z.looseObject({
  /** uid of the account. */
  sub: z.string(),
});

const logoutInput = z.object({
  /** ID token of the session that ends. */
  id_token_hint: optionalText,
  client_id: optionalText,
  /** One of the client's `postLogoutUris`. */
  post_logout_redirect_uri: optionalText,
  /** Comes back unchanged. */
  state: optionalText,
});

const tooMany = { 429: 'There were too many requests from this network.' };
const badClient = { 401: 'The secret of the client is missing or wrong.' };
const badAccessToken = {
  401: 'The access token is missing, wrong or expired, or its session is over.',
};
const logoutAnswers = {
  303: 'To the address of the client, or to `/signin`.',
  400: 'It does not prove whose session is meant, or the address is not one of the client.',
};

/** Addresses of OpenID Connect for front ends on other origins. */
export const oauthRoutes = [
  {
    method: 'GET',
    path: '/oauth/authorize',
    text: 'Begins a sign-in for a client: code flow with PKCE. Leads to `/signin`.',
    type: html,
    input: authorizeInput,
    only,
    also: {
      303: 'To `/signin`, or back to the client with an error.',
      400: 'The client or its address is not known.',
      ...tooMany,
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
      ...tooMany,
    },
  },
  {
    method: 'POST',
    path: '/oauth/token',
    text: 'Exchanges a code or a refresh token, as a form, for an ID token, an access token and a new refresh token.',
    type: json,
    inputType: form,
    input: tokenInput,
    output: tokenOutput,
    only,
    also: {
      400: 'The code or token is wrong, used, expired, or its session is over.',
      ...badClient,
      ...tooMany,
    },
  },
  {
    method: 'POST',
    path: '/oauth/revoke',
    text: 'Revokes a refresh token of a client, sent as a form. A token that is not known is no error.',
    type: json,
    inputType: form,
    input: revokeInput,
    only,
    also: { 400: 'The token is missing.', ...badClient, ...tooMany },
  },
  {
    method: 'GET',
    path: userInfoPath,
    text: 'Claims about the person of an access token, while the session is open.',
    type: json,
    output: userInfoOutput,
    only,
    also: badAccessToken,
  },
  {
    method: 'POST',
    path: userInfoPath,
    text: 'The same for clients that ask by POST.',
    type: json,
    output: userInfoOutput,
    only,
    also: badAccessToken,
  },
  {
    method: 'GET',
    path: '/oauth/logout',
    text: 'Ends the session of an ID token (`id_token_hint`), and leads to `post_logout_redirect_uri`.',
    type: html,
    input: logoutInput,
    only,
    also: logoutAnswers,
  },
  {
    method: 'POST',
    path: '/oauth/logout',
    text: 'The same for clients that send a form.',
    type: html,
    inputType: form,
    input: logoutInput,
    only,
    also: logoutAnswers,
  },
] as const;
