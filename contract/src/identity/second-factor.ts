import * as z from 'zod/mini';

/** Code of an authenticator app as people type it, or a recovery code. */
export const typedCode = z.optional(z.string().check(z.maxLength(100)));

/** One second factor, as Google's SDKs read it. */
export const mfaInfo = z.object({
  mfaEnrollmentId: z.string(),
  displayName: z.optional(z.string()),
  /** ISO 8601. */
  enrolledAt: z.string(),
  totpInfo: z.object({}),
});

/** Answer to a right first factor of an account that has a second one. */
export const waitingForSecondFactor = {
  /** Represents the right first factor for 5 minutes, and for 5 wrong codes. */
  mfaPendingCredential: z.string(),
  mfaInfo: z.array(mfaInfo),
};
