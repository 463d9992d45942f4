import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { sessionTokens } from './session-tokens.ts';

/** Removes a second factor, ends all other sessions and renews this one. The last one takes the recovery codes along. */
export const withdrawMfaEnrollment = identityCall({
  method: 'POST',
  path: '/v2/accounts/mfaEnrollment:withdraw',
  service: 'identitytoolkit',
  access: signedIn,
  input: z.object({
    idToken: z.optional(z.string()),
    mfaEnrollmentId: z.optional(z.string()),
  }),
  output: z.object(sessionTokens),
  refusals: [
    'auth/missing-mfa-enrollment-id',
    'auth/mfa-enrollment-not-found',
    'auth/requires-recent-login',
  ],
});
