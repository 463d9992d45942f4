import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { webAuthnOptions } from './passkey.ts';

/** Not Google's: begins a sign-in with a passkey. The options name no account, so they tell nothing of any. */
export const startPasskeySignIn = identityCall({
  method: 'POST',
  path: '/v1/accounts:startPasskeySignIn',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({}),
  output: z.object({
    /** For `navigator.credentials.get`. */
    options: webAuthnOptions,
  }),
  refusals: ['auth/passkeys-off', 'auth/too-many-requests'],
});
