import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { subscriptionUser } from './subscription-user.ts';

/** The owner, then active members by name, then pending invites by address. */
export const getSubscriptionUsers = callable({
  name: 'getSubscriptionUsers',
  access: adminLevel,
  input: z.strictObject({
    subscriptionId,
    /** From 1. Without page and pageSize everybody is answered. */
    page: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** 1 to 100; 10 where only the page is given. */
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    /** Part of a name or an address, in any case of letters. */
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    users: z.array(subscriptionUser),
    /** Of all pages, as the search has it. */
    total: z.int(),
    /** Active members and pending invites, and how many the plan allows. */
    seats: z.object({ used: z.int(), limit: z.int() }),
  }),
  refusals: ['subscription/unpaid'],
});
