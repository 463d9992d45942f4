import * as z from 'zod/mini';

const address = z.string().check(z.minLength(1), z.maxLength(2000));

/** A front end on another origin that Hearth signs people in for, by OpenID Connect. */
export const signInClient = z.strictObject({
  /** `client_id`, and the audience of its tokens. */
  id: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)),
  /** An app on a device is `native`: any port of a loopback address is its own (RFC 8252), and so are private schemes. */
  applicationType: z.optional(z.enum(['web', 'native'])),
  /** Addresses to which it may have people redirected after a sign-in, exactly as it sends them. */
  redirectUris: z.array(address).check(z.minLength(1), z.maxLength(20)),
  /** Addresses to which it may have people redirected after a sign-out. */
  postLogoutUris: z._default(z.array(address).check(z.maxLength(20)), []),
  /** It runs on a server and keeps a secret, which OAUTH_CLIENT_SECRETS names. A page or an app cannot keep one. */
  confidential: z._default(z.boolean(), false),
  /** How a confidential client sends its secret: by HTTP Basic if this is left out, or as `client_secret` in the form. */
  tokenEndpointAuthMethod: z.optional(z.enum(['client_secret_basic', 'client_secret_post'])),
});

export type SignInClient = z.infer<typeof signInClient>;
