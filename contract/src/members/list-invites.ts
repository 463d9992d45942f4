import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { invite } from './invite.ts';

/** Pending invites to the caller's address, newest first. */
export const listInvites = document({
  method: 'GET',
  path: '/v1/invites',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({
    /** Empty until the address is verified. */
    invites: z.array(invite),
    /** How many wait for the address to be verified. */
    hidden: z.int(),
  }),
  refusals: [],
});
