import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { paymentMethodId } from './payment-method.ts';

/** Chooses the card that is charged next. */
export const setDefaultPaymentMethod = callable({
  name: 'setDefaultPaymentMethod',
  access: owner,
  input: z.strictObject({ subscriptionId, paymentMethodId }),
  output: z.object({}),
  refusals: [
    'billing/foreign-card',
    'subscription/canceled',
    'billing/not-set-up',
    'billing/under-way',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
    'billing/too-many-attempts',
    'billing/verification-required',
  ],
});
