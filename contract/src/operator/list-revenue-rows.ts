import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { frequency } from '../billing/price-name.ts';
import { document } from '../entry.ts';
import { instant } from '../fields.ts';
import { month, rowsOfFigure } from './revenue-figures.ts';

const row = z.object({
  subscription_id: z.string(),
  /** Null for a project without a name, and for one that is gone. */
  name: z.nullable(z.string()),
  /** Behind MRR and its movements, as the three below. */
  plan_id: z.optional(z.nullable(z.string())),
  frequency: z.optional(frequency),
  /** Minor units per month, not rounded, as the other. */
  before: z.optional(z.number()),
  after: z.optional(z.number()),
  /** When it was paid, went back, was invoiced, failed or began; for a running trial, when it ends. */
  at: z.optional(instant),
  /** Number of the invoice, or its ID at the payment provider. */
  invoice: z.optional(z.string()),
  /** Minor units that were paid, went back, were due, are owed, or are tax. */
  amount: z.optional(z.number()),
  /** Minor units that were paid of a failed payment since. */
  recovered: z.optional(z.number()),
  /** Behind tax, as the four below; as in `taxes` of `getRevenue`. */
  country: z.optional(z.nullable(z.string())),
  state: z.optional(z.nullable(z.string())),
  rate: z.optional(z.nullable(z.number())),
  reverse_charge: z.optional(z.boolean()),
  taxable: z.optional(z.number()),
});

/** One row behind a figure of the business. */
export type RevenueRow = z.infer<typeof row>;

/** The rows behind one figure of `getRevenue`, the largest first, 50 on each page. Figures about today are the same in each month. At most 36 months. */
export const listRevenueRows = document({
  method: 'GET',
  path: '/v1/operator/revenue/rows',
  access: operatorFor('revenue'),
  input: z.strictObject({
    month,
    /** Last month, if the rows of several are asked for; a movement is that of its month. */
    to: z.optional(month),
    ...rowsOfFigure,
    /** From 1. */
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
  }),
  output: z.object({
    rows: z.array(row),
    /** Rows of all pages. */
    total: z.int(),
  }),
  refusals: ['operator/too-many-months', 'operator/no-currency'],
});
