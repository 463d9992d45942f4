import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { billingDetails } from './billing-details.ts';

/** Replaces who pays and where. */
export const updateBillingDetails = callable({
  name: 'updateBillingDetails',
  access: owner,
  input: z.extend(billingDetails, { subscriptionId }),
  output: z.object({}),
  refusals: [
    'billing/details-incomplete',
    'billing/phone-missing',
    'billing/address-incomplete',
    'billing/tax-id-invalid',
    'subscription/canceled',
    'billing/under-way',
    'billing/key-reused',
    'billing/provider-unavailable',
    'billing/rejected',
  ],
});
