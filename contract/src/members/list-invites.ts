import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { invite } from './invite.ts';

/** Pending invites to the caller's address, newest first, in pages of 100. */
export const listInvites = document({
  method: 'GET',
  path: '/v1/invites',
  access: signedIn,
  readOnly: true,
  input: z.strictObject({
    /** Token from the answer of an earlier page. */
    pageToken: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    /** Empty until the address is verified. */
    invites: z.array(invite),
    /** How many wait for the address to be verified; 100 also stands for more. */
    hidden: z.int(),
    /** Asks for the next page; null on the last one. */
    nextPageToken: z.nullable(z.string()),
  }),
  refusals: [],
});
