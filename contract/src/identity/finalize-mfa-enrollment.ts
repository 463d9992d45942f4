import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { line } from '../names.ts';
import { typedCode } from './second-factor.ts';
import { sessionTokens } from './session-tokens.ts';

/** Adds an authenticator app that shows a right code, ends all other sessions and renews this one. */
export const finalizeMfaEnrollment = identityCall({
  method: 'POST',
  path: '/v2/accounts/mfaEnrollment:finalize',
  service: 'identitytoolkit',
  access: signedIn,
  input: z.object({
    idToken: z.optional(z.string()),
    /** How the person calls the device. */
    displayName: z.optional(z.nullable(line)),
    totpVerificationInfo: z.optional(
      z.object({
        sessionInfo: z.optional(z.string().check(z.maxLength(2000))),
        verificationCode: typedCode,
      }),
    ),
  }),
  output: z.object({
    ...sessionTokens,
    /** Not Google's: with the first factor, codes that stand in for a lost device, each once. They are shown only here. */
    recoveryCodes: z.optional(z.array(z.string())),
  }),
  refusals: [
    'auth/second-factor-off',
    'auth/unverified-email',
    'auth/missing-session-info',
    'auth/invalid-session-info',
    'auth/enrollment-expired',
    'auth/missing-verification-code',
    'auth/invalid-verification-code',
    'auth/verification-code-of-other-time',
    'auth/second-factor-already-in-use',
    'auth/maximum-second-factor-count-exceeded',
    'auth/invalid-display-name',
    'auth/too-many-requests',
  ],
});
