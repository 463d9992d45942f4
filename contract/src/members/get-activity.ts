import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId, uid } from '../fields.ts';
import { activityKinds } from './activity-action.ts';
import { activityDetails } from './activity-details.ts';

/** A person, an invite or the subscription. */
const party = z.object({
  /** uid or invite id; empty if the product itself acted. */
  id: z.string(),
  /**
   * Name, else address; of an invite its address. Members have their present name, others the one
   * that the subscription last knew. Empty once the account is deleted.
   */
  name: z.string(),
  /** Name of the person who joined by the invite; empty once their account is deleted. */
  joined_as: z.optional(z.string()),
  /** The person is not a member any more. */
  left: z.optional(z.literal(true)),
});

export type ActivityParty = z.infer<typeof party>;

export const activity = z.object({
  id: z.string(),
  /** One of `activityActions`; a newer server may send others. */
  action: z.string(),
  happened_at: instant,
  actor: party,
  subject: party,
  /** Person who had sent the accepted invite. */
  inviter: z.optional(party),
  details: z.optional(activityDetails),
});

export type Activity = z.infer<typeof activity>;

/** Lists the events of a subscription, newest first. */
export const getActivity = callable({
  name: 'getActivity',
  access: adminLevel,
  readOnly: true,
  input: z.strictObject({
    subscriptionId,
    /** Only events of this kind; all if it is left out. */
    kind: z.optional(z.enum(activityKinds)),
    /** Only events of this person; everybody's if it is left out. */
    actorId: z.optional(uid),
    /** Only events of the last 1 to 3660 days; all if it is left out. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(3_660))),
    /** Asks for `actors` too. */
    withActors: z.optional(z.boolean()),
    /** From 1. */
    page: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: z.object({
    activities: z.array(activity),
    /** Number of events that were asked for. */
    total: z.int(),
    /**
     * At most 200 people who ever did something in the subscription and whose names it knows:
     * members first, then by name. Only with `withActors`.
     */
    actors: z.optional(z.array(party)),
  }),
  refusals: ['subscription/unpaid'],
});
