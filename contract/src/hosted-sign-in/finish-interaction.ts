import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';

/**
 * Signs the caller in to the sign-in client that began the interaction. Refused in another browser than that client's,
 * and if the client asks for a newer sign-in.
 */
export const finishInteraction = document({
  method: 'POST',
  path: '/v1/oauth/interactions/{id}',
  access: signedIn,
  input: z.strictObject({
    /** From the address of the page: `/signin?interaction=…`. */
    id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  }),
  output: z.object({
    /** Path on this origin that the browser goes to next; it leads back to the client. */
    return_to: z.string(),
  }),
  refusals: ['interaction/unknown', 'auth/requires-recent-login'],
});
