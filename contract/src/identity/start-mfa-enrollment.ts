import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Makes the secret of a further authenticator app. Nothing is kept until `finalize` shows a code of it. */
export const startMfaEnrollment = identityCall({
  method: 'POST',
  path: '/v2/accounts/mfaEnrollment:start',
  service: 'identitytoolkit',
  access: signedIn,
  input: z.object({
    idToken: z.optional(z.string()),
    /** Left out by clients that want codes by text message, which are not offered. */
    totpEnrollmentInfo: z.optional(z.object({})),
  }),
  output: z.object({
    totpSessionInfo: z.object({
      /** Base32, for the app. */
      sharedSecretKey: z.string(),
      hashingAlgorithm: z.literal('SHA1'),
      verificationCodeLength: z.literal(6),
      periodSec: z.literal(30),
      /** ISO 8601: the end of the enrollment. */
      finalizeEnrollmentTime: z.string(),
      /** Names the enrollment in `finalize`. */
      sessionInfo: z.string(),
    }),
  }),
  refusals: [
    'auth/second-factor-off',
    'auth/unverified-email',
    'auth/requires-recent-login',
    'auth/maximum-second-factor-count-exceeded',
  ],
});
