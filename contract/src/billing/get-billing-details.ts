import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { taxIdType } from './billing-details.ts';

/** Name and address of the payer; empty texts if nothing is known yet. */
export const getBillingDetails = callable({
  name: 'getBillingDetails',
  access: owner,
  readOnly: true,
  input: z.strictObject({ subscriptionId }),
  output: z.object({
    name: z.string(),
    phone: z.string(),
    address: z.object({
      line1: z.string(),
      line2: z.string(),
      city: z.string(),
      state: z.string(),
      postal_code: z.string(),
      country: z.string(),
    }),
    /** IANA time zone in which the project's days of charges and invoices are; left out if nobody has chosen one, which is UTC. */
    time_zone: z.optional(z.string()),
    /** Company on the invoices; left out if none was given, as are the two below. */
    company: z.optional(z.string()),
    /** The customer's own number on invoices. */
    purchase_order: z.optional(z.string()),
    /** VAT ID or the like. */
    tax_id: z.optional(z.string()),
    /** Kind of the tax ID, by Stripe's name. */
    tax_id_type: z.optional(taxIdType),
    /**
     * State of the provider's check of the tax ID: `unavailable` for a kind that it cannot check; null without a tax ID,
     * and while the provider does not answer.
     */
    tax_id_status: z.optional(
      z.nullable(z.enum(['pending', 'verified', 'unverified', 'unavailable'])),
    ),
  }),
  refusals: [],
});
