import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Answers the client secret of a payment that waits for the person again. */
export const resumePayment = callable({
  name: 'resumePayment',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({ clientSecret: z.string() }),
  refusals: [
    'billing/nothing-to-pay',
    'billing/card-refused',
    'billing/not-set-up',
    'billing/rejected',
    'billing/provider-unavailable',
  ],
});
