import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { typedCode } from './second-factor.ts';
import { sessionTokens } from './session-tokens.ts';

/** Opens the session of a sign-in that waits for a second factor. A recovery code stands in for a code of the app. */
export const finalizeMfaSignIn = identityCall({
  method: 'POST',
  path: '/v2/accounts/mfaSignIn:finalize',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({
    mfaPendingCredential: z.optional(z.string()),
    /** Left out only with a recovery code. */
    mfaEnrollmentId: z.optional(z.string()),
    totpVerificationInfo: z.optional(z.object({ verificationCode: typedCode })),
  }),
  output: z.object({
    ...sessionTokens,
    /** Not Google's: how many recovery codes are left, if one was used. */
    recoveryCodesLeft: z.optional(z.int()),
  }),
  refusals: [
    'auth/missing-mfa-pending-credential',
    'auth/invalid-mfa-pending-credential',
    'auth/missing-mfa-enrollment-id',
    'auth/mfa-enrollment-not-found',
    'auth/missing-verification-code',
    'auth/invalid-verification-code',
    'auth/verification-code-of-other-time',
    'auth/user-disabled',
    'auth/too-many-requests',
  ],
});
