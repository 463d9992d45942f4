import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { oobReqType } from './proto-enum.ts';

/** Mails a link with a code; the answer never says whether an unknown address has an account. */
export const sendOobCode = identityCall({
  method: 'POST',
  path: '/v1/accounts:sendOobCode',
  legacyName: 'getOobConfirmationCode',
  service: 'identitytoolkit',
  cookieSession: { binds: true },
  access: maybeSignedIn,
  input: z.object({
    requestType: z.optional(oobReqType),
    /** ID token of the account whose address it is; for VERIFY_EMAIL and VERIFY_AND_CHANGE_EMAIL. */
    idToken: z.optional(z.string()),
    /** Address to mail; for PASSWORD_RESET and EMAIL_SIGNIN, ignored otherwise. */
    email: z.optional(z.string()),
    /** Address to change to; for VERIFY_AND_CHANGE_EMAIL. */
    newEmail: z.optional(z.string()),
    /**
     * Address that the page behind the link continues to; on PUBLIC_URL or an origin of `returnOrigins`. For EMAIL_SIGNIN
     * the page that the link itself leads to; PUBLIC_URL/signin/email, or one on an origin of `authorizedDomains`.
     */
    continueUrl: z.optional(z.string()),
    /** Sent with a cookie session only, which takes it from its cookie. */
    sessionId: z.optional(z.string()),
    /** Refused: codes are mailed, never answered. */
    returnOobLink: z.optional(z.unknown()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#GetOobConfirmationCodeResponse'),
    /** The account's address as it is now. */
    email: z.string(),
    /** For EMAIL_SIGNIN in a browser with a cookie session: whether the mail has a code for it to type, too. */
    hasCode: z.optional(z.boolean()),
    /** Moved into the cookie of the browser, which alone can use that code. */
    sessionId: z.optional(z.string()),
  }),
  refusals: [
    'auth/missing-req-type',
    'auth/invalid-req-type',
    'auth/missing-id-token',
    'auth/missing-email',
    'auth/invalid-email',
    'auth/user-not-found',
    'auth/missing-new-email',
    'auth/invalid-new-email',
    'auth/email-already-in-use',
    'auth/admin-restricted-operation',
    'auth/email-verification-required',
    'auth/requires-recent-login',
    'auth/invalid-continue-uri',
    'auth/unauthorized-continue-uri',
    'auth/email-sign-in-off',
    'auth/insufficient-permission',
    'auth/too-many-requests',
  ],
});
