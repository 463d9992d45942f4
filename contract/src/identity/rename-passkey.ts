import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { passkeyId } from './passkey.ts';

/** Gives one of one's own passkeys another name. */
export const renamePasskey = callable({
  name: 'renamePasskey',
  access: signedIn,
  input: z.strictObject({
    id: passkeyId,
    /** Empty for the name of its maker. */
    name: z.string().check(z.maxLength(1000)),
  }),
  output: z.object({}),
  refusals: ['auth/passkey-not-found', 'auth/invalid-display-name'],
});
