import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { document } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { line } from '../names.ts';
import { subscription } from './subscription.ts';

/** Merges into `settings` of subscriptions/{id}. */
export const updateSubscription = document({
  method: 'PATCH',
  path: '/v1/subscriptions/{subscriptionId}',
  access: adminLevel,
  input: z.strictObject({
    subscriptionId,
    settings: z
      .strictObject({
        /** 1 to 200 characters after trimming. */
        name: z.optional(line),
        /** Its owner's alone. Opens it to members with a second factor only, the owner among them. */
        require_second_factor: z.optional(z.boolean()),
      })
      .check(z.refine((wanted) => Object.keys(wanted).length > 0)),
  }),
  output: subscription,
  refusals: [
    'subscription/invalid-name',
    'subscription/unpaid',
    'access/owner-only',
    'auth/second-factor-off',
  ],
});
