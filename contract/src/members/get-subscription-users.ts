import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { subscriptionUser } from './subscription-user.ts';

/** The owner, then active members by name, then pending invites by address. */
export const getSubscriptionUsers = callable({
  name: 'getSubscriptionUsers',
  access: adminLevel,
  readOnly: true,
  input: z.strictObject({
    subscriptionId,
    /** From 1. Without page and pageSize everybody is answered. */
    page: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** 1 to 100; 10 if only the page is given. */
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    /** Part of a name or an address, in any case of letters. */
    search: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(z.enum(['active', 'pending'])),
    /** The owner, or people without any permission beyond the default one. */
    role: z.optional(z.enum(['owner', 'member'])),
    /** Key that the person holds, or will hold. */
    permission: z.optional(z.string().check(z.maxLength(100))),
    /** The order above, unless said otherwise. Pending invites come last in every order but that of addresses. */
    sortBy: z.optional(z.enum(['name', 'email', 'joined', 'lastSeen'])),
    descending: z.optional(z.boolean()),
  }),
  output: z.object({
    users: z.array(subscriptionUser),
    /** Number on all pages, as the question has it. */
    total: z.int(),
    /** How many of each status there are, whatever status is asked for. */
    counts: z.object({ active: z.int(), pending: z.int() }),
    /** Active members and pending invites, and how many the plan allows. */
    seats: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
    /** Pending invites of the whole list. */
    open_invites: z.int(),
  }),
  refusals: ['subscription/unpaid'],
});
