import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { line } from '../names.ts';
import { userAttributeName } from './proto-enum.ts';
import { providerUserInfo } from './provider-user-info.ts';
import { optionalSessionTokens } from './session-tokens.ts';

/** Changes one's own account, or applies a mailed code; the fields decide which. */
export const update = identityCall({
  method: 'POST',
  path: '/v1/accounts:update',
  legacyName: 'setAccountInfo',
  service: 'identitytoolkit',
  access: maybeSignedIn,
  input: z.object({
    idToken: z.optional(z.string()),
    /** Null or empty clears it. */
    displayName: z.optional(z.nullable(line)),
    /** http(s) address; null or empty clears it. */
    photoUrl: z.optional(z.nullable(z.string())),
    /** New password; ends every other session and renews this one. */
    password: z.optional(z.string()),
    /** The account's own address; another one is proven first, by `VERIFY_AND_CHANGE_EMAIL`. */
    email: z.optional(z.string()),
    /**
     * Mailed code of any type but PASSWORD_RESET. A VERIFY_EMAIL code without an ID token of its
     * account also mails a link that undoes the verification.
     */
    oobCode: z.optional(z.string()),
    /** Provider ids to unlink; ends the other sessions that were opened with them. */
    deleteProvider: z.optional(z.array(z.string())),
    deleteAttribute: z.optional(z.array(userAttributeName)),
    /** Refused: operators only. */
    disableUser: z.optional(z.unknown()),
    customAttributes: z.optional(z.unknown()),
    localId: z.optional(z.unknown()),
    /** Ends every session but this one, which is renewed; the time itself is the server's. */
    validSince: z.optional(z.unknown()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#SetAccountInfoResponse'),
    localId: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    displayName: z.optional(z.string()),
    photoUrl: z.optional(z.string()),
    /** The address after a mailed change. */
    newEmail: z.optional(z.string()),
    providerUserInfo: z.array(providerUserInfo),
    passwordHash: z.optional(z.literal('UkVEQUNURUQ=')),
    ...optionalSessionTokens,
  }),
  refusals: [
    'auth/invalid-req-type',
    'auth/invalid-display-name',
    'auth/invalid-photo-url',
    'auth/weak-password',
    'auth/password-does-not-meet-requirements',
    'auth/password-too-common',
    'auth/requires-recent-login',
    'auth/invalid-email',
    'auth/email-change-needs-link',
    'auth/last-sign-in-method',
    'auth/insufficient-permission',
    'auth/disabling-not-allowed',
    'auth/invalid-action-code',
    'auth/expired-action-code',
    'auth/email-already-in-use',
    'auth/admin-restricted-operation',
    'auth/identity-already-linked',
    'auth/user-disabled',
    'auth/too-many-requests',
    'server/busy',
  ],
});
