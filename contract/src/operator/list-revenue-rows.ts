import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { frequency } from '../billing/price-name.ts';
import { document } from '../entry.ts';
import { month, revenueFigures } from './get-revenue.ts';

/** The projects behind one figure of `getRevenue`, the largest first: what each brought at the start and the end of the month. */
export const listRevenueRows = document({
  method: 'GET',
  path: '/v1/operator/revenue/rows',
  access: operatorFor('revenue'),
  input: z.strictObject({
    month,
    currency: z.string().check(z.regex(/^[a-z]{3}$/)),
    figure: z.enum(revenueFigures),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        subscription_id: z.string(),
        name: z.nullable(z.string()),
        plan_id: z.nullable(z.string()),
        frequency,
        /** Minor units per month, not rounded, as the other. */
        before: z.number(),
        after: z.number(),
      }),
    ),
  }),
  refusals: [],
});
