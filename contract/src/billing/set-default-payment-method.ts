import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { money } from './money.ts';
import { paymentMethodId } from './payment-method.ts';

/** Chooses the card that is charged next, and charges it what is owed. */
export const setDefaultPaymentMethod = callable({
  name: 'setDefaultPaymentMethod',
  access: owner,
  input: z.strictObject({
    subscriptionId,
    paymentMethodId,
    /** Sum that the payer was shown as owed: a payment of another one is refused, and the card stays as it was. */
    dueNow: z.optional(money),
  }),
  output: z.object({}),
  refusals: [
    'billing/foreign-card',
    'subscription/canceled',
    'billing/not-set-up',
    'billing/under-way',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/preview-outdated',
    'billing/key-reused',
    'billing/too-many-attempts',
    'billing/verification-required',
  ],
});
