import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { sessionTokens } from './session-tokens.ts';

/** Creates an account with e-mail and password and signs it in. */
export const signUp = identityCall({
  method: 'POST',
  path: '/v1/accounts:signUp',
  legacyName: 'signupNewUser',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({
    email: z.optional(z.string()),
    password: z.optional(z.string()),
    displayName: z.optional(z.string()),
    /** Linking; refused. */
    idToken: z.optional(z.string()),
    /** Refused: only the server chooses ids. */
    localId: z.optional(z.string()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#SignupNewUserResponse'),
    localId: z.string(),
    email: z.string(),
    displayName: z.optional(z.string()),
    ...sessionTokens,
  }),
  refusals: [
    'auth/missing-email',
    'auth/invalid-email',
    'auth/missing-password',
    'auth/weak-password',
    'auth/password-does-not-meet-requirements',
    'auth/password-too-common',
    'auth/invalid-display-name',
    'auth/email-already-in-use',
    'auth/unexpected-parameter',
    'auth/admin-restricted-operation',
    'auth/linking-not-allowed',
    'auth/too-many-requests',
    'server/busy',
  ],
});
