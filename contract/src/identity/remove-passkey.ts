import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { passkeyId } from './passkey.ts';

/** Removes a passkey and ends the other sessions that were opened with it; takes a recent sign-in. The change is mailed. */
export const removePasskey = callable({
  name: 'removePasskey',
  access: signedIn,
  input: z.strictObject({ id: passkeyId }),
  output: z.object({}),
  refusals: ['auth/requires-recent-login', 'auth/passkey-not-found', 'auth/last-sign-in-method'],
});
