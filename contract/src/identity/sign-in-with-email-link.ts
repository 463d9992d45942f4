import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { typedCode, waitingForSecondFactor } from './second-factor.ts';
import { sessionTokens } from './session-tokens.ts';

const signedIn = {
  kind: z.literal('identitytoolkit#EmailLinkSigninResponse'),
  localId: z.string(),
  email: z.string(),
  isNewUser: z.boolean(),
};

/**
 * Opens a session with a mailed link, or with the code of the same mail, and makes an account if the address has none.
 * With an ID token, proves the address of that account. Asks for the second factor of an account that has one.
 */
export const signInWithEmailLink = identityCall({
  method: 'POST',
  path: '/v1/accounts:signInWithEmailLink',
  legacyName: 'emailLinkSignin',
  service: 'identitytoolkit',
  cookieSession: { binds: true },
  access: maybeSignedIn,
  input: z.object({
    /** Account whose address the link proves. */
    idToken: z.optional(z.string()),
    /** Address that the link was mailed to. A cookie session may leave it out if its own browser asked for the link. */
    email: z.optional(z.string()),
    oobCode: z.optional(z.string()),
    /** Not Google's: the six digits of the mail, in place of `oobCode`, in the browser that asked for it. */
    code: typedCode,
    /** Sent with a cookie session only, which takes it from its cookie. */
    sessionId: z.optional(z.string()),
  }),
  output: z.union([
    z.object({ ...signedIn, ...sessionTokens }),
    z.object({ ...signedIn, ...waitingForSecondFactor }),
  ]),
  refusals: [
    'auth/email-sign-in-off',
    'auth/missing-email',
    'auth/invalid-email',
    'auth/missing-action-code',
    'auth/invalid-action-code',
    'auth/expired-action-code',
    'auth/invalid-verification-code',
    'auth/mailed-code-over',
    'auth/email-already-in-use',
    'auth/email-change-needs-link',
    'auth/admin-restricted-operation',
    'auth/requires-recent-login',
    'auth/user-disabled',
    'auth/too-many-requests',
  ],
});
