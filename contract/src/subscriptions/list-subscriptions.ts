import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { money } from '../billing/money.ts';
import { owed } from '../billing/owed.ts';
import { card } from '../billing/payment-method.ts';
import { document } from '../entry.ts';
import { instant, uid } from '../fields.ts';
import { subscription } from './subscription.ts';

const person = z.object({
  uid,
  /** Empty until the person names themselves. */
  display_name: z.string(),
  /** http(s) address of a picture, or empty. */
  avatar_url: z.string(),
});

const listed = z.extend(subscription, {
  /** Charged per `frequency`, as last read at the payment provider; absent if nothing is charged or nothing was read. */
  price: z.optional(money),
  /** Active members and pending invites, and how many the plan allows. */
  seats: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
  /** Active members: how many, and the first three of them, the owner before the others by name. */
  people: z.object({ total: z.int(), first: z.array(person) }),
  /** Next renewal; null if none comes, and for members from whom `policy.membersSeeBilling` hides it. */
  next_charge: z.nullable(
    z.object({
      date: instant,
      /** Sum as last read; null if it has to be read again, and `price` is all that is known. */
      total: z.nullable(money),
    }),
  ),
  /** Null if nothing is owed, if the sum was not read yet, and for those who are not admin-level, like the card. */
  owed: z.nullable(owed),
  /** The default card; null if there is none. */
  card: z.nullable(card),
  /** The bank wants a payment confirmed by the owner; false for those who are not admin-level. */
  needs_confirmation: z.boolean(),
});

export type ListedSubscription = z.infer<typeof listed>;

/** Subscriptions in which the caller holds the default permission, newest first, in pages. */
export const listSubscriptions = document({
  method: 'GET',
  path: '/v1/subscriptions',
  access: signedIn,
  readOnly: true,
  input: z.strictObject({
    /** 1 to 100; 100 if it is left out. */
    pageSize: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
    /** Token from the answer of an earlier page. */
    pageToken: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    subscriptions: z.array(listed),
    /** Asks for the next page; null on the last one. */
    nextPageToken: z.nullable(z.string()),
  }),
  refusals: [],
});
