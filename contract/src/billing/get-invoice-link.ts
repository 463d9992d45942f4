import * as z from 'zod/mini';
import { adminLevelEvenUnpaid } from '../access.ts';
import { document } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Reads the provider's page of an invoice anew: such an address expires. */
export const getInvoiceLink = document({
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}/invoices/{invoiceId}/link',
  // A debt can be paid on that page.
  access: adminLevelEvenUnpaid,
  input: z.strictObject({
    subscriptionId,
    invoiceId: z.string().check(z.regex(/^\w{1,200}$/)),
  }),
  output: z.object({
    /** A secret: whoever has it can read the invoice. */
    url: z.string(),
  }),
  refusals: [
    'billing/invoice-unknown',
    'billing/not-set-up',
    'billing/provider-unavailable',
    'billing/rejected',
  ],
});
