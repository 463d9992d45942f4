import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { actionCodeType } from './action-code.ts';
import { ignoredFields } from './session-tokens.ts';

/** Without a new password looks what a mailed code is for; with one sets it and spends the code. */
export const resetPassword = identityCall({
  method: 'POST',
  path: '/v1/accounts:resetPassword',
  service: 'identitytoolkit',
  access: anyone,
  input: z.strictObject({
    ...ignoredFields,
    oobCode: z.optional(z.string()),
    newPassword: z.optional(z.string()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#ResetPasswordResponse'),
    requestType: actionCodeType,
    /** The account's address; for RECOVER_EMAIL the one that comes back. */
    email: z.string(),
    /** The address that VERIFY_AND_CHANGE_EMAIL proves. */
    newEmail: z.optional(z.string()),
  }),
  refusals: [
    'auth/missing-action-code',
    'auth/invalid-action-code',
    'auth/expired-action-code',
    'auth/weak-password',
    'auth/password-does-not-meet-requirements',
    'auth/password-too-common',
    'auth/user-disabled',
    'auth/reset-limit-exceeded',
    'server/busy',
  ],
});
