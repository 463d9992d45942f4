import * as z from 'zod/mini';
import { adminLevelEvenUnpaid } from '../access.ts';
import { document } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Fetches a fresh URL of an invoice's page, PDF or receipt at the provider, because URLs expire. */
export const getInvoiceLink = document({
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}/invoices/{invoiceId}/link',
  // A debt can be paid on that page.
  access: adminLevelEvenUnpaid,
  input: z.strictObject({
    subscriptionId,
    invoiceId: z.string().check(z.regex(/^\w{1,200}$/)),
    /** `page` if it is left out. */
    document: z.optional(z.enum(['page', 'pdf', 'receipt'])),
  }),
  output: z.object({
    /** A secret: its holder can read the document. */
    url: z.string(),
  }),
  refusals: [
    'billing/invoice-unknown',
    'billing/not-set-up',
    'billing/provider-unavailable',
    'billing/rejected',
  ],
});
