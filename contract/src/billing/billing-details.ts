import * as z from 'zod/mini';
import { line } from '../names.ts';
import { taxIdTypes } from './tax-ids.ts';

const shortLine = line.check(z.maxLength(200));

/** Postal address as card providers want it. */
const address = z.strictObject({
  line1: shortLine,
  line2: z.optional(z.nullable(shortLine)),
  city: shortLine,
  /** May be empty for a country whose addresses have none; see `needsState`. */
  state: shortLine,
  postal_code: shortLine,
  /** ISO 3166-1 alpha-2. */
  country: shortLine,
});

/** Card providers take no longer ones. */
export const longestPhone = 20;
const phone = line.check(z.maxLength(longestPhone));

/** Longest value that Stripe prints on invoices. */
const purchaseOrder = line.check(z.maxLength(100));

/** Tax id as a person types it. */
export const typedTaxId = z.string().check(z.maxLength(40));

/** Kind of a tax id, by Stripe's name. If it is left out, it follows from the country of the address and the form of the id. */
export const taxIdType = z.enum(taxIdTypes);

/** The part of an address by which taxes are computed. */
export const taxPlace = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  country: shortLine,
  postal_code: z.optional(shortLine),
  state: z.optional(shortLine),
  /** Street and city, as far as they are typed: some postal codes have several rates. */
  line1: z.optional(shortLine),
  city: z.optional(shortLine),
});

/** Name and address of the payer. The server checks completeness, so that each gap has its own refusal. */
export const billingDetails = z.strictObject({
  name: shortLine,
  phone,
  address,
  /** Company that invoices are addressed to; empty for none, and left out to keep the present one. */
  company: z.optional(shortLine),
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
