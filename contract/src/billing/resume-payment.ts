import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Pays what is owed with the default card, or answers the client secret of what waits for the person. */
export const resumePayment = callable({
  name: 'resumePayment',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({
    /** Missing where all is paid, and nothing is left to confirm. */
    clientSecret: z.optional(z.string()),
  }),
  refusals: [
    'billing/nothing-to-pay',
    'billing/card-missing',
    'billing/card-refused',
    'billing/not-set-up',
    'billing/under-way',
    'billing/rejected',
    'billing/provider-unavailable',
    'billing/too-many-attempts',
    'billing/verification-required',
  ],
});
