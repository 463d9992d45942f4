import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';

/** Ends all of one's own sessions but this one; takes a recent sign-in. */
export const endOtherSessions = document({
  method: 'DELETE',
  path: '/v1/sessions',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({
    /** How many there were. */
    ended: z.number(),
  }),
  refusals: ['auth/requires-recent-login'],
});
