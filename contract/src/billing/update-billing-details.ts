import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { timeZone } from '../time-zone.ts';
import { billingDetails } from './billing-details.ts';

/** Replaces who pays and where. */
export const updateBillingDetails = callable({
  name: 'updateBillingDetails',
  access: owner,
  input: z.extend(billingDetails, {
    subscriptionId,
    /** Time zone of the project's dates of money, by the name of the IANA; left out to keep the present one. */
    time_zone: z.optional(timeZone),
  }),
  output: z.object({}),
  refusals: [
    'billing/details-incomplete',
    'billing/phone-missing',
    'billing/address-incomplete',
    'billing/tax-id-invalid',
    'billing/time-zone-unknown',
    'subscription/canceled',
    'billing/under-way',
    'billing/key-reused',
    'billing/provider-unavailable',
    'billing/rejected',
  ],
});
