import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { line } from '../names.ts';
import { sessionTokens } from './session-tokens.ts';

/**
 * Creates an account with e-mail and password and signs it in. With an ID token it adds a password to
 * that account, which goes on in a new session.
 */
export const signUp = identityCall({
  method: 'POST',
  path: '/v1/accounts:signUp',
  legacyName: 'signupNewUser',
  service: 'identitytoolkit',
  access: maybeSignedIn,
  input: z.object({
    email: z.optional(z.string()),
    password: z.optional(z.string()),
    displayName: z.optional(line),
    /** Account to add the password to; `email` must be its own. */
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
    'auth/email-change-needs-link',
    'auth/provider-already-linked',
    'auth/requires-recent-login',
    'auth/too-many-requests',
    'server/busy',
  ],
});
