import * as z from 'zod/mini';

/** Made for cookie sessions only, and moved into a cookie like their refresh token. */
export const deviceMark = {
  /** Tells that this browser was signed in to the account before. */
  deviceMark: z.optional(z.string()),
};

/** Tokens as every sign-in answers them. */
export const sessionTokens = {
  idToken: z.string(),
  /** Opaque; left out for a cookie session, whose token never stands in a body. */
  refreshToken: z.optional(z.string()),
  /** Life of the ID token in seconds, as a string. */
  expiresIn: z.string(),
  ...deviceMark,
};

/** Fields that Google's SDKs may add and that we ignore. */
export const ignoredFields = {
  tenantId: z.optional(z.unknown()),
  clientType: z.optional(z.unknown()),
  captchaResponse: z.optional(z.unknown()),
  captchaChallenge: z.optional(z.unknown()),
  recaptchaVersion: z.optional(z.unknown()),
  targetProjectId: z.optional(z.unknown()),
  returnSecureToken: z.optional(z.unknown()),
};

/** The same where a call may also answer without a new session. */
export const optionalSessionTokens = {
  idToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  expiresIn: z.optional(z.string()),
  ...deviceMark,
};
