import * as z from 'zod/mini';
import { member } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';

/** Costs of a subscription in the last 12 periods, by its invoices. */
export const getSpending = callable({
  name: 'getSpending',
  access: member,
  readOnly: true,
  input: z.strictObject({ subscriptionId }),
  output: z.object({
    /** Currency of all amounts; ISO 4217 in lower case. */
    currency: z.string(),
    /** Length of each period: how often the project is charged, or months if that is once a year. */
    per: z.enum(['week', 'month']),
    /** Oldest first; the last one is the present period, or the present month of a year. */
    periods: z.array(
      z.object({
        starts_at: instant,
        ends_at: instant,
        /** Minor units that cards paid, or that were marked as paid, and that did not go back. */
        paid: z.int(),
        /** Minor units of invoices that are open or were given up. */
        unpaid: z.int(),
      }),
    ),
  }),
  refusals: [],
});

export type Spending = z.infer<typeof getSpending.output>;
