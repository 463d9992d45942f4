import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';

/** Ends one of one's own sessions; a foreign or unknown id is denied. Any but this one takes a recent sign-in. */
export const endSession = document({
  method: 'DELETE',
  path: '/v1/sessions/{id}',
  access: signedIn,
  input: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
  output: z.object({ ended: z.literal(1) }),
  refusals: ['auth/requires-recent-login', 'access/denied'],
});
