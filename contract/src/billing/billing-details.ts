import * as z from 'zod/mini';
import { taxIdTypes } from './tax-ids.ts';

const line = z.string().check(z.maxLength(200));

/** Postal address as card providers want it. */
const address = z.strictObject({
  line1: line,
  line2: z.optional(z.nullable(line)),
  city: line,
  /** May be empty where addresses of the country have none; see `needsState`. */
  state: line,
  postal_code: line,
  /** ISO 3166-1 alpha-2. */
  country: line,
});

/** Card providers take no longer ones. */
export const longestPhone = 20;
const phone = z.string().check(z.maxLength(longestPhone));

/** Longest value that Stripe prints on invoices. */
const purchaseOrder = z.string().check(z.maxLength(100));

/** Tax id as a person types it. */
export const typedTaxId = z.string().check(z.maxLength(40));

/** Kind of a tax id, by Stripe's name. Where it is left out, it follows from the country of the address and the form of the id. */
export const taxIdType = z.enum(taxIdTypes);

/** The part of an address by which taxes are computed. */
export const taxPlace = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  country: line,
  postal_code: z.optional(line),
  state: z.optional(line),
  /** Street and city, as far as they are typed: some postal codes have several rates. */
  line1: z.optional(line),
  city: z.optional(line),
});

/** Name and address of the payer. The server checks completeness, so that each gap has its own refusal. */
export const billingDetails = z.strictObject({
  name: line,
  phone,
  address,
  /** Company that invoices are addressed to; empty for none, and left out to keep the present one. */
  company: z.optional(line),
  /** Printed on invoices as the customer's own number; empty for none, and left out to keep the present one. */
  purchase_order: z.optional(purchaseOrder),
  /** VAT ID or the like, by the rules of the address's country; empty for none, and left out to keep the present one. */
  tax_id: z.optional(typedTaxId),
  tax_id_type: z.optional(taxIdType),
});

export type BillingDetails = z.infer<typeof billingDetails>;

/** Card and address for the first payment. */
export const billingInfo = z.strictObject({
  billingDetails,
  /** Made in the browser; the card itself never comes here. */
  paymentMethodId: z.string().check(z.minLength(1), z.maxLength(200)),
});

export type BillingInfo = z.infer<typeof billingInfo>;
