import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Deletes one's own account permanently; refused while it owns a subscription that is not canceled. */
export const deleteAccount = identityCall({
  method: 'POST',
  path: '/v1/accounts:delete',
  legacyName: 'deleteAccount',
  service: 'identitytoolkit',
  cookieSession: { ends: true },
  access: signedIn,
  input: z.object({ idToken: z.optional(z.string()) }),
  output: z.object({ kind: z.literal('identitytoolkit#DeleteAccountResponse') }),
  refusals: [
    'auth/requires-recent-login',
    'auth/owns-active-subscription',
    'auth/account-contested',
    'subscription/frozen',
    'billing/under-way',
  ],
});
