import * as z from 'zod/mini';

/** Made for cookie sessions only, and moved into a cookie like their refresh token. */
export const deviceMark = {
  /** Tells that this browser was signed in to the account before. */
  deviceMark: z.optional(z.string()),
};

/** Tokens as every sign-in answers them. */
export const sessionTokens = {
  idToken: z.string(),
  /** Opaque; left out for a cookie session, whose token is never sent in a body. */
  refreshToken: z.optional(z.string()),
  /** Life of the ID token in seconds, as a string. */
  expiresIn: z.string(),
  ...deviceMark,
};

/** Session tokens of a call that may also answer without a new session. */
export const optionalSessionTokens = {
  idToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  expiresIn: z.optional(z.string()),
  ...deviceMark,
};
