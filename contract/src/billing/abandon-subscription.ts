import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Gives up a subscription whose first payment never came through. */
export const abandonSubscription = callable({
  name: 'abandonSubscription',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({}),
  refusals: [
    'billing/nothing-to-pay',
    'subscription/frozen',
    'billing/not-set-up',
    'billing/under-way',
    'billing/payment-processing',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
  ],
});
