import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { money } from './money.ts';

/** Pays what is owed with the default card, or answers the client secret of what waits for the person. */
export const resumePayment = callable({
  name: 'resumePayment',
  access: owner,
  input: z.strictObject({
    subscriptionId,
    /** Sum that the payer was shown as owed: a payment of another one is refused. */
    dueNow: z.optional(money),
  }),
  output: z.object({
    /** Missing if all is paid and nothing is left to confirm. */
    clientSecret: z.optional(z.string()),
  }),
  refusals: [
    'billing/nothing-to-pay',
    'billing/card-missing',
    'billing/card-refused',
    'billing/not-set-up',
    'billing/under-way',
    'billing/rejected',
    'billing/preview-outdated',
    'billing/payment-processing',
    'billing/provider-unavailable',
    'billing/too-many-attempts',
    'billing/verification-required',
  ],
});
