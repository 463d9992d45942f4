import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { waitingForSecondFactor } from './second-factor.ts';
import { sessionTokens } from './session-tokens.ts';

const signedIn = {
  kind: z.literal('identitytoolkit#VerifyPasswordResponse'),
  registered: z.literal(true),
  localId: z.string(),
  email: z.string(),
  displayName: z.optional(z.string()),
};

/** Opens a session with e-mail and password, or asks for the second factor of an account that has one. */
export const signInWithPassword = identityCall({
  method: 'POST',
  path: '/v1/accounts:signInWithPassword',
  legacyName: 'verifyPassword',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({
    email: z.optional(z.string()),
    password: z.optional(z.string()),
  }),
  output: z.union([
    z.object({ ...signedIn, ...sessionTokens }),
    z.object({ ...signedIn, ...waitingForSecondFactor }),
  ]),
  refusals: [
    'auth/missing-email',
    'auth/invalid-email',
    'auth/missing-password',
    'auth/invalid-credential',
    'auth/user-not-found',
    'auth/wrong-password',
    'auth/user-disabled',
    'auth/too-many-requests',
    'server/busy',
  ],
});
