import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { taxIdType } from './billing-details.ts';

/** Name and address of the payer; empty texts where nothing is known yet. */
export const getBillingDetails = callable({
  name: 'getBillingDetails',
  access: owner,
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
    /** Time zone of the project's dates of money, by the name of the IANA; left out where nobody has chosen one, which is UTC. */
    time_zone: z.optional(z.string()),
    /** Company that invoices are addressed to; left out, as the two below, where none was ever given. */
    company: z.optional(z.string()),
    /** The customer's own number on invoices. */
    purchase_order: z.optional(z.string()),
    /** VAT ID or the like. */
    tax_id: z.optional(z.string()),
    /** Kind of the tax ID, by Stripe's name. */
    tax_id_type: z.optional(taxIdType),
    /** State of the provider's look-up of the tax ID: `unavailable` where it looks such ids up nowhere; null without one, and while the provider does not answer. */
    tax_id_status: z.optional(
      z.nullable(z.enum(['pending', 'verified', 'unverified', 'unavailable'])),
    ),
  }),
  refusals: [],
});
