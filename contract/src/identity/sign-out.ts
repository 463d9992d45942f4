import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Ends the session behind the ID token or the refresh token, whichever is given; ending it twice is fine. */
export const signOut = identityCall({
  method: 'POST',
  path: '/v1/accounts:signOut',
  service: 'identitytoolkit',
  cookieSession: { fills: 'refreshToken', ends: true },
  access: anyone,
  input: z.object({
    idToken: z.optional(z.string()),
    refreshToken: z.optional(z.string()),
  }),
  output: z.object({ kind: z.literal('hearth#SignOutResponse') }),
  refusals: ['auth/missing-id-token', 'auth/invalid-id-token'],
});
