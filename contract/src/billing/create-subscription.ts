import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { timeZone } from '../time-zone.ts';
import { billingInfo } from './billing-details.ts';
import { money } from './money.ts';
import { planId } from './plan-id.ts';
import { currency, frequency } from './price-name.ts';
import { promotionCode } from './promotion-code.ts';

/** Creates a subscription on a plan; the caller becomes its owner. */
export const createSubscription = callable({
  name: 'createSubscription',
  access: signedIn,
  input: z.strictObject({
    planId,
    /** With `currency`, names a price of the plan; either may be left out if one price fits. */
    frequency: z.optional(frequency),
    currency: z.optional(currency),
    /** For plans that cost something; not needed for a trial without a card. */
    billingInfo: z.optional(billingInfo),
    /** For plans that cost something, if the configuration has `billing.promotionCodes`. */
    promotionCode: z.optional(promotionCode),
    /** True if the buyer was shown a trial: `billing/trial-used` then refuses a purchase that would charge immediately. */
    trial: z.optional(z.boolean()),
    /** Sum that the buyer was shown as due now, with discount and tax: a purchase that would charge another one is refused. */
    dueNow: z.optional(money),
    /** Sum that the buyer was shown as charged when the trial ends: a trial after which another one would be charged is refused. */
    next: z.optional(money),
    /**
     * Time zone of the buyer, by its IANA name, which sets the days of charges and invoices. One that the server does
     * not know counts as none, which is UTC.
     */
    timeZone: z.optional(timeZone),
  }),
  output: z.object({
    subscriptionId,
    /** The bank wants the person: finishes the payment in the browser, or in a trial the saving of the card (`seti_`). */
    clientSecret: z.optional(z.string()),
  }),
  refusals: [
    'plan/unknown',
    'plan/legacy',
    'plan/no-such-price',
    'plan/price-ambiguous',
    'subscription/too-many-free',
    'billing/not-set-up',
    'billing/details-incomplete',
    'billing/phone-missing',
    'billing/address-incomplete',
    'billing/tax-id-invalid',
    'billing/card-missing',
    'billing/card-refused',
    'billing/payment-processing',
    'billing/provider-unavailable',
    'subscription/canceled',
    'billing/rejected',
    'billing/key-reused',
    'billing/too-many-attempts',
    'billing/verification-required',
    'billing/code-invalid',
    'billing/too-many-codes',
    'billing/trial-used',
    'billing/under-way',
    'billing/preview-outdated',
  ],
});
