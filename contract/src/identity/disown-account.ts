import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';

/**
 * "This was not me": the mailbox's reader disowns the account. Ends every sign-in and removes what the account gained by
 * the address. Not a Google call, so no SDK makes it by mistake.
 */
export const disownAccount = identityCall({
  method: 'POST',
  path: '/v1/accounts:disown',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({
    /** Mailed code of the types VERIFY_EMAIL and REVERT_VERIFICATION. */
    oobCode: z.optional(z.string()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#DisownAccountResponse'),
    /** The address, which counts as unverified now; a password can be set by mail. */
    email: z.string(),
  }),
  refusals: [
    'auth/missing-action-code',
    'auth/invalid-action-code',
    'auth/expired-action-code',
    'auth/email-already-in-use',
    'auth/user-disabled',
    'auth/too-many-requests',
  ],
});
