import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { planId } from '../billing/plan-id.ts';
import { document } from '../entry.ts';
import { subscriptionId, uid } from '../fields.ts';
import {
  actAnswer,
  mostFreeMonths,
  mostTrialDays,
  reason,
  type SubscriptionAct,
  seen,
  subscriptionActRights,
} from './acts.ts';

const acts = Object.keys(subscriptionActRights) as [SubscriptionAct, ...SubscriptionAct[]];

/**
 * Acts on a project, once, as `actOnAccount` does on a person. Each act takes the right that `subscriptionActRights`
 * names.
 */
export const actOnSubscription = document({
  method: 'POST',
  path: '/v1/operator/subscriptions/{subscriptionId}/acts',
  access: operatorFor('look'),
  input: z.strictObject({
    subscriptionId,
    act: z.enum(acts),
    reason,
    seen,
    /** For `refund`: provider's id of a paid invoice. */
    invoiceId: z.optional(z.string().check(z.maxLength(255))),
    /** For `refund`: minor units of its currency; all that is left if it is left out. */
    amount: z.optional(z.int().check(z.positive())),
    /** For `resend-invite`. */
    inviteId: z.optional(z.string().check(z.maxLength(128))),
    /** For `transfer`: uid of the member who becomes the owner. */
    memberId: z.optional(uid),
    /** For `extend-trial`: how many days later the running trial ends. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(mostTrialDays))),
    /** For `give-free-time`: renewals in so many months from now cost nothing. For `give-free-plan`: how long it lasts. */
    months: z.optional(z.int().check(z.minimum(1), z.maximum(mostFreeMonths))),
    /** For `give-free-plan`: a plan with a price, which a project on a free plan has for `months`. */
    planId: z.optional(planId),
    /** For `approve` and `decline`: number of the act that waits for a second operator. */
    of: z.optional(z.int().check(z.positive())),
  }),
  output: actAnswer,
  refusals: [
    'subscription/unknown',
    'operator/acted-meanwhile',
    'operator/missing-detail',
    'operator/not-in-trial',
    'operator/not-renewing',
    'operator/free-time-too-short',
    'operator/no-free-time',
    'operator/not-on-free',
    'plan/unknown',
    'plan/legacy',
    'plan/no-such-price',
    'operator/no-retired-price',
    'operator/change-scheduled',
    'operator/not-eligible-owner',
    'operator/not-waiting',
    'operator/second-needed',
    'operator/not-refundable',
    'operator/refund-too-much',
    'billing/not-set-up',
    'billing/card-missing',
    'billing/payment-returned',
    'subscription/only-now',
    'invite/unknown',
    'invite/already-accepted',
    'invite/rejected',
    'invite/revoked',
    'invite/already-pending',
    'invite/already-member',
    'seats/full',
    'seats/full-after-change',
    'seats/too-many-in-use',
    'subscription/canceled',
    'subscription/frozen',
    'subscription/unpaid',
    'subscription/new-owner-has-too-many',
    'subscription/nothing-to-end',
    'subscription/ending',
    'subscription/not-ending',
    'billing/under-way',
    'billing/payment-open',
    'billing/provider-unavailable',
  ],
});
