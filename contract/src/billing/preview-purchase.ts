import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { instant } from '../fields.ts';
import { taxIdType, taxPlace, typedTaxId } from './billing-details.ts';
import { costLine } from './cost-line.ts';
import { money } from './money.ts';
import { planId } from './plan-id.ts';
import { currency, frequency } from './price-name.ts';
import { promotion, promotionCode } from './promotion-code.ts';

/** Computes what a new project on a plan costs now and at its first renewal. Nothing is reserved. */
export const previewPurchase = callable({
  name: 'previewPurchase',
  access: signedIn,
  input: z.strictObject({
    planId,
    /** With `currency`, names a price of the plan; either may be left out if one price fits. */
    frequency: z.optional(frequency),
    currency: z.optional(currency),
    /** For plans that cost something, if the configuration has `billing.promotionCodes`. */
    promotionCode: z.optional(promotionCode),
    /** The buyer's place, as far as it is known: taxes depend on it. */
    address: z.optional(taxPlace),
    /** VAT ID or the like, by the rules of the address's country. */
    tax_id: z.optional(typedTaxId),
    tax_id_type: z.optional(taxIdType),
  }),
  output: z.object({
    /** Price of the first period; 0 of a trial. */
    subtotal: money,
    /** Taken off by the code now, as a positive amount; 0 in a trial, whose code lowers `next`. */
    discount: money,
    /** Null if the provider needs a more exact address to compute the tax; left out if no tax is computed. */
    tax: z.optional(z.nullable(money)),
    /** Whether the price includes the tax; left out as `tax`. */
    tax_included: z.optional(z.boolean()),
    /** Whether the buyer accounts for the tax instead of the seller, as a business with a tax ID does; left out as `tax`. */
    reverse_charge: z.optional(z.boolean()),
    /** Total of the first invoice, with the tax as far as it is known. */
    total: money,
    /** Charged to the card at the purchase. */
    due_now: money,
    /** Adds up to `due_now`, which says why it is that much; empty for a free plan. */
    lines: z.array(costLine),
    /** Charged at the first renewal, or at the end of the trial. */
    next: money,
    /** Tax that is part of `next`; null and left out as `tax`. */
    next_tax: z.optional(z.nullable(money)),
    /** Null if nothing will be charged. */
    next_at: z.nullable(instant),
    /** Null without a code. */
    promotion: z.nullable(promotion),
    /** End of the trial that the purchase begins with; null if the buyer gets none, absent if the plan has none. */
    trial_end: z.optional(z.nullable(instant)),
  }),
  refusals: [
    'plan/unknown',
    'plan/legacy',
    'plan/no-such-price',
    'plan/price-ambiguous',
    'billing/not-set-up',
    'billing/tax-id-invalid',
    'billing/code-invalid',
    'billing/too-many-codes',
    'billing/rejected',
    'billing/provider-unavailable',
  ],
});
