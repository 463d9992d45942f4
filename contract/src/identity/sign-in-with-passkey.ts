import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { shownPasskey } from './passkey.ts';
import { sessionTokens } from './session-tokens.ts';

/** Not Google's: opens a session with a passkey, which counts as both factors. */
export const signInWithPasskey = identityCall({
  method: 'POST',
  path: '/v1/accounts:signInWithPasskey',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({ credential: z.optional(shownPasskey) }),
  output: z.object({
    localId: z.string(),
    email: z.string(),
    displayName: z.optional(z.string()),
    ...sessionTokens,
  }),
  refusals: [
    'auth/passkeys-off',
    'auth/missing-passkey',
    'auth/passkey-not-found',
    'auth/passkey-request-expired',
    'auth/invalid-passkey',
    'auth/passkey-copied',
    'auth/user-disabled',
    'auth/too-many-requests',
  ],
});
