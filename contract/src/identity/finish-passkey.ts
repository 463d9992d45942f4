import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { newPasskey, passkeyId } from './passkey.ts';

/** Adds a passkey that the browser has made. The change is mailed. */
export const finishPasskey = callable({
  name: 'finishPasskey',
  access: signedIn,
  input: z.strictObject({ credential: newPasskey }),
  output: z.object({ id: passkeyId }),
  refusals: [
    'auth/passkeys-off',
    'auth/unverified-email',
    'auth/requires-recent-login',
    'auth/maximum-passkey-count-exceeded',
    'auth/passkey-request-expired',
    'auth/invalid-passkey',
    'auth/passkey-already-in-use',
  ],
});
