import * as z from 'zod/mini';
import { member } from '../access.ts';
import { document } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

const invoice = z.object({
  id: z.string(),
  /** Null until the provider gives one. */
  number: z.nullable(z.string()),
  /** Epoch seconds. */
  created: z.int(),
  /** End of the time that the invoice charges for, in epoch seconds; null if it charges for none, or if that was not read. */
  paid_until: z.optional(z.nullable(z.int())),
  /** Minor units. */
  total: z.int(),
  /** Minor units before the discount and the tax that is added; absent if the invoice has neither, or was not read since. */
  subtotal: z.optional(z.int()),
  /** Minor units that discounts took off; absent without one. */
  discount: z.optional(z.int()),
  /** Minor units of tax: added to the price, or included in it if `subtotal` less `discount` is the total; absent if none was computed. */
  tax: z.optional(z.int()),
  /** ISO 4217 in lower case. */
  currency: z.string(),
  /** draft, open, paid, uncollectible, void, or a word that the provider has invented since. */
  status: z.string(),
  /** Minor units that went back to the payer. */
  refunded: z.int(),
  /** Minor units that credit notes take off; refunds may be a part of them. */
  credited: z.int(),
  /** Minor units that the payer's bank asks back, or did. */
  disputed: z.int(),
  /** State of the newest dispute: open, won (the money stays here) or lost; null if there was none. */
  dispute_status: z.nullable(z.enum(['open', 'won', 'lost'])),
  /** Marked as paid by an operator; no card was charged. */
  paid_outside: z.boolean(),
  /** Page of ours that opens the provider's; null on drafts, and for those who are not admin-level. */
  hosted_invoice_url: z.nullable(z.string()),
  /** Page of ours that opens the provider's PDF; null as the other. */
  pdf_url: z.nullable(z.string()),
  /** Our page that opens the receipt; null like the others, and if no card was charged. */
  receipt_url: z.nullable(z.string()),
});

export type Invoice = z.infer<typeof invoice>;

/** Reads subscriptions/{id}/invoices, newest first if no order is asked for. */
export const listInvoices = document({
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}/invoices',
  access: member,
  readOnly: true,
  input: z.strictObject({
    subscriptionId,
    /** 1 to 100; 10 if it is left out. */
    pageSize: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
    /** Token from the answer of an earlier page, which was asked in the same order. */
    pageToken: z.optional(z.string().check(z.maxLength(200))),
    /** By the time of their creation. */
    order: z.optional(z.enum(['newest', 'oldest'])),
  }),
  output: z.object({
    invoices: z.array(invoice),
    /** Invoices on all pages together. */
    total: z.int(),
    /** Asks for the next page; null on the last one. */
    nextPageToken: z.nullable(z.string()),
  }),
  refusals: [],
});
