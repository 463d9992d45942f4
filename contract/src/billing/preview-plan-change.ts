import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { taxIdType, taxPlace, typedTaxId } from './billing-details.ts';
import { costLine } from './cost-line.ts';
import { money } from './money.ts';
import { planId } from './plan-id.ts';
import { currency, frequency } from './price-name.ts';
import { promotion, promotionCode } from './promotion-code.ts';

/** Computes a change's cost. The change costs just that if `preview` is sent back within 10 minutes. */
export const previewPlanChange = callable({
  name: 'previewPlanChange',
  access: owner,
  input: z.strictObject({
    subscriptionId,
    planId,
    /** Left out: the present one if the plan has it, else its only one. */
    frequency: z.optional(frequency),
    /** Left out: that of the running subscription, which cannot change it. */
    currency: z.optional(currency),
    /** The buyer's place in the address that the change brings; left out, the stored address counts. */
    address: z.optional(taxPlace),
    /** VAT ID or the like of that buyer, by the rules of the address's country; left out, the stored one counts. */
    tax_id: z.optional(typedTaxId),
    tax_id_type: z.optional(taxIdType),
    /** For the first payment of a free project, if the configuration has `billing.promotionCodes`; any other change refuses it. */
    promotionCode: z.optional(promotionCode),
  }),
  output: z.object({
    /** Charged now. */
    due_now: money,
    /** Adds up to `due_now`, which says why it is that much. Empty if the change waits for the end of the period. */
    lines: z.array(costLine),
    /** Taken off what this change costs, as a positive amount. */
    discount: money,
    /** Tax of this change; negative if a part is given back, null if the provider needs a more exact address to compute it. */
    tax: z.nullable(money),
    /** Whether the prices include the tax. */
    tax_included: z.boolean(),
    /** Whether the buyer accounts for the tax instead of the seller; left out otherwise. */
    reverse_charge: z.optional(z.boolean()),
    /** Kept for later invoices. */
    credit: money,
    /** Charged at the next renewal, or at the end of the trial. */
    next: money,
    /** Tax that is part of `next`; null if the provider needs a more exact address to compute it, left out if credit or a debt changes `next`. */
    next_tax: z.optional(z.nullable(money)),
    /** Null if nothing will be charged again. */
    next_at: z.nullable(instant),
    /** Whether it takes effect now, or when the paid period ends; then nothing is charged now and nothing is credited. */
    when: z.optional(z.enum(['now', 'period-end'])),
    /** When it takes effect. */
    at: z.optional(instant),
    /** When the subscription ends by itself, if the change does not alter that; null if it goes on, or if the change cancels the end. */
    cancel_at: z.nullable(instant),
    /** Null without a code; left out if the change cannot take one. */
    promotion: z.optional(z.nullable(promotion)),
    /** End of the trial that the change begins with; null if the owner gets none, absent if the change has none. */
    trial_end: z.optional(z.nullable(instant)),
    /** End of the trial that the project is in and that continues after the change; absent if there is none. */
    running_trial_end: z.optional(instant),
    /** Opaque: the amounts as they were shown, signed by the server. changeSubscriptionPlan takes it. */
    preview: z.string(),
  }),
  refusals: [
    'plan/unknown',
    'plan/legacy',
    'plan/no-such-price',
    'plan/price-ambiguous',
    'plan/same',
    'plan/scheduled',
    'subscription/ending',
    'subscription/frozen',
    'subscription/canceled',
    'subscription/unpaid',
    'seats/too-many-in-use',
    'billing/not-set-up',
    'billing/tax-id-invalid',
    'billing/code-invalid',
    'billing/too-many-codes',
    'billing/preview-outdated',
    'billing/payment-open',
    'billing/payment-returned',
    'billing/rejected',
    'billing/provider-unavailable',
  ],
});
