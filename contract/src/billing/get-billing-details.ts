import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Who pays and where; empty texts where nothing is known yet. */
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
  }),
  refusals: [],
});
