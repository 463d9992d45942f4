import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { providerUserInfo } from './provider-user-info.ts';
import { mfaInfo } from './second-factor.ts';

/** The account behind an ID token, as Google's SDK reads it after every sign-in. */
export const lookup = identityCall({
  method: 'POST',
  path: '/v1/accounts:lookup',
  legacyName: 'getAccountInfo',
  service: 'identitytoolkit',
  access: signedIn,
  readOnly: true,
  input: z.object({ idToken: z.optional(z.string()) }),
  output: z.object({
    kind: z.literal('identitytoolkit#GetAccountInfoResponse'),
    users: z.array(
      z.object({
        localId: z.string(),
        email: z.string(),
        emailVerified: z.boolean(),
        displayName: z.optional(z.string()),
        photoUrl: z.optional(z.string()),
        /** Not Google's: whether the person hid the list of first steps, so that the first page knows it. */
        checklistHidden: z.boolean(),
        /** Epoch milliseconds as a string, like the two after it. */
        createdAt: z.string(),
        lastLoginAt: z.string(),
        passwordUpdatedAt: z.number(),
        /** ISO 8601. */
        lastRefreshAt: z.string(),
        /** Epoch seconds as a string. */
        validSince: z.string(),
        providerUserInfo: z.array(providerUserInfo),
        /** Second factors; left out without any. */
        mfaInfo: z.optional(z.array(mfaInfo)),
        /** Constant; SDKs only ask whether it is there. Absent without a password. */
        passwordHash: z.optional(z.literal('UkVEQUNURUQ=')),
      }),
    ),
  }),
  refusals: [],
});
