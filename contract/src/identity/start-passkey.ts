import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { webAuthnOptions } from './passkey.ts';

/** Begins to add a passkey; takes a verified address and a recent sign-in. Nothing is kept until `finishPasskey`. */
export const startPasskey = callable({
  name: 'startPasskey',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({
    /** For `navigator.credentials.create`. */
    options: webAuthnOptions,
  }),
  refusals: [
    'auth/passkeys-off',
    'auth/unverified-email',
    'auth/requires-recent-login',
    'auth/maximum-passkey-count-exceeded',
  ],
});
