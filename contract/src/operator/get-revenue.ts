import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { frequency } from '../billing/price-name.ts';
import { document } from '../entry.ts';

/** A month of the calendar, in UTC: `2026-11`. */
export const month = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11.'));

/** Movements of a month; a project is in one of them. */
export const revenueFigures = [
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'mrr',
] as const;

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
  /** Tax of what was invoiced in it. */
  tax: z.number(),
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
