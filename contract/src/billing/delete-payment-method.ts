import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { paymentMethodId } from './payment-method.ts';

/** Removes a card; the last one of a paid subscription stays until it has ended. */
export const deletePaymentMethod = callable({
  name: 'deletePaymentMethod',
  access: owner,
  input: z.strictObject({ subscriptionId, paymentMethodId }),
  output: z.object({}),
  refusals: [
    'billing/foreign-card',
    'billing/last-card',
    'billing/not-set-up',
    'billing/under-way',
    'billing/key-reused',
    'billing/provider-unavailable',
    'billing/rejected',
  ],
});
