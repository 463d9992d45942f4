import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { frequency } from '../billing/price-name.ts';
import { document } from '../entry.ts';
import { month } from './revenue-figures.ts';

/** Sum of what was invoiced with one tax. */
const taxOfMonth = z.object({
  /** Names it for the rows behind it, as `group`. */
  group: z.string(),
  /** ISO 3166-1 alpha-2, upper case; null if it is not known. */
  country: z.nullable(z.string()),
  /** State or province, if the rate is its own. */
  state: z.nullable(z.string()),
  /** Percent; null if it is not known. */
  rate: z.nullable(z.number()),
  /** Whether the buyers account for it, so that it is 0. */
  reverse_charge: z.boolean(),
  /** Minor units that the tax is computed of. */
  taxable: z.number(),
  tax: z.number(),
  invoices: z.int(),
});

const monthOfRevenue = z.object({
  month,
  /** MRR at its start. `mrr_before` + `new` + `expansion` − `contraction` − `churn` = `mrr`. */
  mrr_before: z.number(),
  /** MRR at its end of projects that brought nothing at its start, those that came back too. */
  new: z.number(),
  /** Part of `new` of projects that had paid before. */
  reactivation: z.number(),
  expansion: z.number(),
  contraction: z.number(),
  churn: z.number(),
  /** Monthly recurring revenue at its end, or now: whole prices of what is charged, less discounts, before tax; a week counts 52/12, a year 1/12. */
  mrr: z.number(),
  /** Projects in `mrr`. */
  paying: z.int(),
  /** Cash that cards paid in the month. */
  paid: z.number(),
  /** Invoices that somebody has marked as paid in it; no card was charged. */
  paid_outside: z.number(),
  /** Cash that went back in it. */
  refunded: z.number(),
  /** Cash that banks took back for good. */
  disputed: z.number(),
  /** Invoices of the month that were not paid at first: the project was past due, the card paid more than two days later, or nobody collects it any more. */
  failed_invoices: z.int(),
  /** Minor units that were due on them. */
  failed: z.number(),
  /** Those among them that were paid since. */
  recovered_invoices: z.int(),
  /** Minor units that were paid on these. */
  recovered: z.number(),
  /** Tax of what was invoiced in it; the sum of `taxes`. */
  tax: z.number(),
  /** By country, state and rate, the largest first. Refunds take nothing off; invoices that no tax was computed for are not in it. */
  taxes: z.array(taxOfMonth),
});

/** The business month by month, in one currency each. */
export type Revenue = z.infer<typeof getRevenue.output>;

/**
 * Figures of the business by month, at most 36, each currency by itself. Sums are minor units; those per month are not
 * rounded, so that they add up.
 */
export const getRevenue = document({
  method: 'GET',
  path: '/v1/operator/revenue',
  access: operatorFor('revenue'),
  input: z.strictObject({ from: month, to: month }),
  output: z.object({
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** Oldest first. */
        months: z.array(monthOfRevenue),
        /** MRR at the end of the last month, or now, by plan and period. */
        plans: z.array(
          z.object({
            /** Names it for the rows behind it, as `group`. */
            group: z.string(),
            /** Null for prices that the configuration does not have. */
            plan_id: z.nullable(z.string()),
            frequency,
            projects: z.int(),
            mrr: z.number(),
          }),
        ),
        /** Projects whose renewal failed, and what they owe now. */
        owing: z.int(),
        owed: z.number(),
      }),
    ),
    /** Oldest month first. */
    trials: z.array(
      z.object({
        month,
        /** Begun in it. */
        begun: z.int(),
        /** Trials among these whose projects have paid since. */
        stayed: z.int(),
      }),
    ),
    trials_running: z.int(),
  }),
  refusals: ['operator/too-many-months'],
});
