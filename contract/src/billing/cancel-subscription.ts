import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Ends the subscription, immediately or with its paid period. It cannot be reopened once it has ended; until then resumeSubscription keeps it. */
export const cancelSubscription = callable({
  name: 'cancelSubscription',
  access: owner,
  input: z.strictObject({
    subscriptionId,
    /** The subscription's id again, as the person typed it. Required unless it ends with its period. */
    confirmationId: z.optional(z.string().check(z.maxLength(128))),
    /** `period-end` keeps everything until the paid period is over, and nothing is charged again. Left out: `now`. */
    when: z.optional(z.enum(['now', 'period-end'])),
  }),
  output: z.object({}),
  refusals: [
    'billing/wrong-confirmation',
    'subscription/canceled',
    'subscription/frozen',
    'subscription/only-now',
    'subscription/nothing-to-end',
    'subscription/ending',
    'billing/payment-open',
    'billing/not-set-up',
    'billing/under-way',
    'billing/payment-processing',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
  ],
});
