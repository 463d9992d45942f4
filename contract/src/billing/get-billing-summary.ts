import * as z from 'zod/mini';
import { member } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { money } from './money.ts';
import { owed } from './owed.ts';
import { card } from './payment-method.ts';
import { frequency } from './price-name.ts';
import { scheduledChange } from './scheduled-change.ts';

/** Current price and next invoice of a subscription. */
export const getBillingSummary = callable({
  name: 'getBillingSummary',
  access: member,
  readOnly: true,
  input: z.strictObject({ subscriptionId }),
  output: z.object({
    plan_id: z.string(),
    status: z.string(),
    /**
     * Per `frequency`, as last read at the provider; the configuration's first price of the plan if nothing is charged
     * or nothing was read.
     */
    price: money,
    /**
     * Period that `price` is charged for; null if nothing is charged, or if the provider charges a price that the
     * configuration does not have.
     */
    frequency: z.nullable(frequency),
    /** Whether `price` is an earlier price of the plan (`retired` in the configuration), which the owner can leave for today's. */
    is_retired_price: z.boolean(),
    /** Null on free and ended plans, and if the subscription ends before. */
    next_invoice: z.nullable(
      z.object({
        date: instant,
        /** Amount that is charged: subtotal, less discount, with tax and balance. */
        total: money,
        /** Before discount, balance and tax that is not included. */
        subtotal: money,
        /** Taken off, as a positive amount. */
        discount: money,
        /** Null if the provider needs a more exact address to compute the tax. */
        tax: z.nullable(money),
        /** Whether the prices include the tax. */
        tax_included: z.boolean(),
        /** Credit that is taken off, as a negative amount, or what is owed from before. */
        balance: money,
      }),
    ),
    /** When the subscription ends because its owner canceled it or its end was set at the provider; null if it goes on. */
    cancel_at: z.nullable(instant),
    /** The plan change that waits for the end of the period; null if none does. */
    scheduled: z.optional(z.nullable(scheduledChange)),
    /** When the running trial ends and the first payment is due; absent outside a trial. */
    trial_end: z.optional(instant),
    /** Until when renewals cost nothing because support gave that time; absent if none was given. */
    free_until: z.optional(instant),
    /** Sums per currency that were paid and not given back, and the number of paid invoices; only if the subscription is canceled. */
    paid_total: z.optional(z.object({ amounts: z.array(money), invoices: z.int() })),
    /** The default card; only for admin-level holders. */
    card: z.optional(z.nullable(card)),
    /** Only for admin-level holders; null if nothing is owed, or if the sum was not read yet. */
    owed: z.optional(z.nullable(owed)),
    /** Something is to be paid, and a card or an address is missing. */
    needs_billing_info: z.boolean(),
    /** No card is saved, also on a free plan: none was added, the owner is new, or it was removed at the provider. */
    needs_card: z.boolean(),
    /** No address is saved, also on a free plan: none was given, or the owner is new. */
    needs_details: z.boolean(),
    /** The address does not say which taxes apply, so renewals are charged without; left out otherwise. */
    needs_tax_address: z.optional(z.boolean()),
    /** Someone else claims the subscription: until an operator has decided, it is not canceled, transferred, refunded or moved to a free plan. Left out otherwise. */
    is_frozen: z.optional(z.boolean()),
    /** A change of money that began more than a moment ago is not confirmed by the payment provider yet; it is made or given up by itself. Left out otherwise. */
    is_under_way: z.optional(z.boolean()),
    /** The bank wants a payment confirmed by the owner: resumePayment answers the client secret. */
    needs_confirmation: z.boolean(),
  }),
  refusals: [],
});
