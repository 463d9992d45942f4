import * as z from 'zod/mini';
import { currency, frequency } from '../billing/price-name.ts';
import { scheduledChange } from '../billing/scheduled-change.ts';
import { instant, subscriptionId } from '../fields.ts';
import { appLimits } from '../limits.ts';

export const subscriptionStatus = z.enum([
  'active',
  'incomplete',
  'past_due',
  'unpaid',
  'canceled',
]);

export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

/** Document subscriptions/{id}. */
export const subscription = z.object({
  id: subscriptionId,
  /** uid; stays as a bare id on a canceled subscription whose owner is gone. */
  owner_id: z.string(),
  /** So that members know whom to ask; absent if the owner has no name or no account any more. */
  owner_name: z.optional(z.string()),
  /** Id of a plan of the configuration. */
  plan_id: z.string(),
  /** How often it is charged; absent if nothing is charged, or if the configuration does not have the price. */
  frequency: z.optional(frequency),
  /** The only currency in which it can be charged; absent until it has been charged. */
  currency: z.optional(currency),
  status: subscriptionStatus,
  settings: z.object({
    /** Absent until the subscription is named. */
    name: z.optional(z.string()),
    /** It opens to members with a second factor only; absent if it opens to all. */
    require_second_factor: z.optional(z.literal(true)),
  }),
  /** Permission key to uids: everybody's for admin-level holders, only the caller's for others. */
  permissions: z.record(z.string(), z.array(z.string())),
  create_time: instant,
  /** IANA time zone in which its days of charges and invoices are; absent if nobody has chosen one, which is UTC. */
  time_zone: z.optional(z.string()),
  /** When it ends because its owner canceled it or its end was set at the payment provider; absent if it goes on. */
  cancel_at: z.optional(instant),
  /** The plan change that waits for the end of the period; absent if none does. */
  scheduled: z.optional(z.nullable(scheduledChange)),
  /** When its running trial ends; absent outside a trial. A project in its trial is active. */
  trial_end: z.optional(instant),
  /** When it was canceled; absent while it runs. */
  ended_at: z.optional(instant),
  /** Limits in the product on Hearth that apply now; absent if it limits nothing. */
  limits: z.optional(appLimits),
  /** How much of each counted limit is used; absent if the product counts nothing, and in lists. */
  used: z.optional(z.record(z.string(), z.int())),
});

export type Subscription = z.infer<typeof subscription>;
