import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { paymentMethod } from './payment-method.ts';

/** Cards of the subscription, the default one first. */
export const getPaymentMethods = callable({
  name: 'getPaymentMethods',
  access: owner,
  readOnly: true,
  input: z.strictObject({ subscriptionId }),
  output: z.object({ paymentMethods: z.array(paymentMethod) }),
  refusals: ['billing/rejected', 'billing/provider-unavailable'],
});
