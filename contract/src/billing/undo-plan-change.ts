import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Keeps the present plan: drops the plan change that waits for the end of the paid period, also one that was scheduled at the payment provider. */
export const undoPlanChange = callable({
  name: 'undoPlanChange',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({}),
  refusals: [
    'subscription/canceled',
    'plan/not-scheduled',
    'billing/card-missing',
    'billing/details-incomplete',
    'billing/not-set-up',
    'billing/under-way',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
  ],
});
