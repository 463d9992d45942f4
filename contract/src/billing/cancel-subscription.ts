import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Ends the subscription at once and for good. */
export const cancelSubscription = callable({
  name: 'cancelSubscription',
  access: owner,
  input: z.strictObject({
    subscriptionId,
    /** The subscription's id again, as the person typed it. */
    confirmationId: z.string().check(z.maxLength(128)),
  }),
  output: z.object({}),
  refusals: [
    'billing/wrong-confirmation',
    'subscription/canceled',
    'billing/not-set-up',
    'billing/under-way',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
  ],
});
