import * as z from 'zod/mini';
import { member } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { money } from './money.ts';
import { paymentMethod } from './payment-method.ts';

/** What the subscription costs and what comes next. */
export const getBillingSummary = callable({
  name: 'getBillingSummary',
  access: member,
  input: z.strictObject({ subscriptionId }),
  output: z.object({
    plan_id: z.string(),
    status: z.string(),
    /** Per week, as last read at the provider; the configuration's price of the plan where nothing is charged or nothing was read. */
    price: money,
    /** Whether `price` is an earlier price of the plan (`retired` in the configuration), which the owner can leave for today's. */
    is_retired_price: z.boolean(),
    /** Null on free and ended plans. */
    next_invoice: z.nullable(z.object({ date: instant, total: money })),
    /** The default card; only for admin-level holders. */
    card: z.optional(z.nullable(paymentMethod.shape.card)),
    /** Something is to be paid and no card or address is there: the owner is new. */
    needs_billing_info: z.boolean(),
    /** The bank wants a payment confirmed by the owner: resumePayment answers the client secret. */
    needs_confirmation: z.boolean(),
  }),
  refusals: [],
});
