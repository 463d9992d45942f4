import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';

/** Replaces one's own recovery codes; takes a recent sign-in. The new ones are shown only here. */
export const renewRecoveryCodes = document({
  method: 'POST',
  path: '/v1/recovery-codes',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({
    /** Each stands in for a code of the authenticator app, once. */
    codes: z.array(z.string()),
  }),
  refusals: ['auth/requires-recent-login', 'auth/mfa-enrollment-not-found'],
});
