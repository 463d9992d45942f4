import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { billingInfo } from './billing-details.ts';
import { planId } from './plan-id.ts';
import { currency, frequency } from './price-name.ts';
import { promotionCode } from './promotion-code.ts';

/**
 * Moves to another plan, or to another price of the plan. An upgrade takes effect once it is paid. A downgrade takes
 * effect immediately, with credit for unused time, or at the end of the paid period if `billing.downgrade` of the
 * configuration says so. `when` says which; undoPlanChange cancels one that waits. A new frequency begins a new period,
 * charged in full less the unused time.
 */
export const changeSubscriptionPlan = callable({
  name: 'changeSubscriptionPlan',
  access: owner,
  input: z.strictObject({
    subscriptionId,
    planId,
    /** Left out: the present one if the plan has it, else its only one. */
    frequency: z.optional(frequency),
    /** Left out: that of the running subscription, which cannot change it. */
    currency: z.optional(currency),
    /** For plans that cost something, if no card or address is stored yet, or to replace them. */
    billingInfo: z.optional(billingInfo),
    /**
     * From previewPlanChange: the change is refused unless it costs what was shown, to the cent.
     * Without it the cost is computed when the change is made.
     */
    preview: z.optional(z.string().check(z.maxLength(1_000))),
    /** For the first payment of a free project, if the configuration has `billing.promotionCodes`; any other change refuses it. */
    promotionCode: z.optional(promotionCode),
    /** True if the owner was shown a trial: `billing/trial-used` then refuses a change that would charge immediately. */
    trial: z.optional(z.boolean()),
  }),
  output: z.object({
    /** The bank wants the person: finishes the payment in the browser, or in a trial the saving of the card (`seti_`). */
    clientSecret: z.optional(z.string()),
    /** Set if the change waits for the end of the paid period; absent if it takes effect now, once it is paid. */
    when: z.optional(z.literal('period-end')),
    /** When it takes effect; absent if it takes effect now. */
    at: z.optional(instant),
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
    'billing/details-incomplete',
    'billing/phone-missing',
    'billing/address-incomplete',
    'billing/tax-id-invalid',
    'billing/card-missing',
    'billing/card-refused',
    'billing/preview-outdated',
    'billing/payment-open',
    'billing/payment-returned',
    'billing/under-way',
    'billing/payment-processing',
    'billing/provider-unavailable',
    'billing/rejected',
    'billing/key-reused',
    'billing/too-many-attempts',
    'billing/verification-required',
    'billing/code-invalid',
    'billing/too-many-codes',
    'billing/trial-used',
  ],
});
