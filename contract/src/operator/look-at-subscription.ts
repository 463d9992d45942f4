import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { frequency } from '../billing/price-name.ts';
import { document } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { activity } from '../members/get-activity.ts';
import { inviteStatus } from '../members/invite.ts';
import { pastAct, reason } from './acts.ts';

const person = z.object({
  uid: z.string(),
  email: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
});

const invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  created_at: instant,
  status: z.string(),
  /** Minor units, as the others. */
  total: z.int(),
  refunded: z.int(),
  /** Cash that cards paid for it and that has not gone back. */
  refundable: z.int(),
  currency: z.string(),
  /** Somebody has marked it as paid; no card was charged. */
  paid_outside: z.boolean(),
});

/** A project as operators see it. */
export type SubscriptionSheet = z.infer<typeof lookAtSubscription.output>;

/** Reads all that helps a team which asks for help, and compares it with the payment provider. The look is kept as in `lookAtAccount`. */
export const lookAtSubscription = document({
  method: 'POST',
  path: '/v1/operator/subscriptions/{subscriptionId}/look',
  access: operatorFor('look'),
  input: z.strictObject({ subscriptionId, reason }),
  output: z.object({
    subscription_id: z.string(),
    name: z.nullable(z.string()),
    plan_id: z.string(),
    status: z.string(),
    created_at: instant,
    /** When it was canceled; null while it runs. */
    ended_at: z.nullable(instant),
    /** Minor units and currency per period; null if nothing is charged. */
    price: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
    /** How often it is charged; null if nothing is, or if the configuration does not have the price. */
    frequency: z.nullable(frequency),
    /** The present price of its plan, if it pays a retired one; null otherwise. */
    moves_to: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
    /** Zone of its billing dates: a name of the IANA; null if nobody has chosen one, which means UTC. */
    time_zone: z.nullable(z.string()),
    period_end: z.nullable(instant),
    /** When it ends by itself; null if it goes on. */
    ends_at: z.nullable(instant),
    trial_ends_at: z.nullable(instant),
    /** Until when renewals cost nothing because an operator gave that time; null if none was given. */
    free_until: z.nullable(instant),
    /** What failed renewals have left to pay; null if nothing is owed. */
    owed: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
    card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
    /** uid; the account may be gone. */
    owner_id: z.string(),
    /** Owner first, at most 100. */
    people: z.array(person),
    /** Newest first, at most 50. */
    invites: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        status: inviteStatus,
        created_at: instant,
        expires_at: instant,
      }),
    ),
    /** Newest first, at most 50. */
    invoices: z.array(invoice),
    /** Newest first, at most 50. */
    activities: z.array(activity),
    /** Billing in words, in English, as `billing show` prints it: ids, intents, and differences from the provider. */
    billing: z.array(z.string()),
    /** Whether nothing differs from the provider. */
    billing_is_fine: z.boolean(),
    /** Newest first, at most 100. */
    acts: z.array(pastAct),
    /** For the next act. */
    seen: z.int(),
  }),
  refusals: ['subscription/unknown'],
});
