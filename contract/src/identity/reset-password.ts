import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { actionCodeType } from './action-code.ts';
import { deviceMark } from './session-tokens.ts';

/** Account that wants the address verified, so that the reader of the mail sees whether it is their own. */
const asker = z.object({
  localId: z.string(),
  /** Absent when the account has no name, or one that does not read as a name. */
  displayName: z.optional(z.string()),
  /** When the account was opened; ISO 8601. */
  createdAt: z.string(),
  /** When the mail was asked for; for REVERT_VERIFICATION when the address was verified; ISO 8601. */
  askedAt: z.string(),
  /** User agent of the device that asked; absent when it is not known. */
  userAgent: z.optional(z.string()),
});

/** Without a new password looks what a mailed code is for; with one sets it and spends the code. */
export const resetPassword = identityCall({
  method: 'POST',
  path: '/v1/accounts:resetPassword',
  legacyName: 'resetPassword',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({
    oobCode: z.optional(z.string()),
    newPassword: z.optional(z.string()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#ResetPasswordResponse'),
    requestType: z.union([actionCodeType, z.literal('EMAIL_SIGNIN')]),
    /**
     * The account's address; for RECOVER_EMAIL the one that comes back, for REVERT_VERIFICATION the
     * one that was verified, for CONTEST_RECOVERY the one that the account lost, for CONFIRM_EMAIL_CHANGE the new one.
     */
    email: z.string(),
    /** The address that VERIFY_AND_CHANGE_EMAIL proves or STOP_EMAIL_CHANGE keeps out; for CONTEST_RECOVERY the one that came back. */
    newEmail: z.optional(z.string()),
    /** True when a VERIFY_EMAIL link is opened again after it has verified the address. */
    emailVerified: z.optional(z.literal(true)),
    /** For VERIFY_EMAIL and REVERT_VERIFICATION. */
    asker: z.optional(asker),
    ...deviceMark,
    /** Provider of the sign-in that REVERT_LINK removes or REVERT_UNLINK brings back. */
    providerId: z.optional(z.string()),
    /** Address at that provider, if it gave one. */
    providerEmail: z.optional(z.string()),
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
