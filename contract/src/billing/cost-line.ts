import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { money } from './money.ts';
import { frequency } from './price-name.ts';

/** One line of a cost. The lines of a preview add up to what is due now. */
export const costLine = z.object({
  /**
   * `plan` charges for a period, `unused-time` gives back paid time, and `trial` costs nothing. `other` is anything that no plan
   * has. `discount` and `tax` are of the whole; included tax has no line. `credit-used` and `debt` come from the customer's balance;
   * `credit-kept` and `carried` go there, because nothing is due or because the sum is too small to charge.
   */
  kind: z.enum([
    'plan',
    'unused-time',
    'trial',
    'other',
    'discount',
    'tax',
    'credit-used',
    'credit-kept',
    'debt',
    'carried',
  ]),
  /** Below zero if it lowers what is due. */
  amount: money,
  /** Id of a plan of the configuration; left out of a line that is not about one. */
  plan_id: z.optional(z.string()),
  /** How often that price is charged; left out of a free plan. */
  frequency: z.optional(frequency),
  /** How often the price is charged each time. */
  quantity: z.optional(z.int()),
  /** Time that it is for. */
  period: z.optional(z.object({ start: instant, end: instant })),
});

export type CostLine = z.infer<typeof costLine>;
