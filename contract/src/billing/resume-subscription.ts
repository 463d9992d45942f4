import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Keeps a subscription that was going to end: it renews again. Possible until it has ended, regardless of who set the end. */
export const resumeSubscription = callable({
  name: 'resumeSubscription',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({}),
  refusals: [
    'subscription/canceled',
    'subscription/not-ending',
    'billing/not-set-up',
    'billing/under-way',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
  ],
});
