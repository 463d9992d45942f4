import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';

/** Somebody that an event speaks of, by what is known of them today. */
const party = z.object({
  /** uid or invite id; empty where the product itself acted. */
  id: z.string(),
  /** Name, else address; of an invite its address; empty once it is gone. */
  name: z.string(),
});

const activity = z.object({
  id: z.string(),
  /** One of `activityActions`; a newer server may send others. */
  action: z.string(),
  happened_at: instant,
  actor: party,
  subject: party,
});

export type Activity = z.infer<typeof activity>;

/** Lists the events of a subscription, newest first. */
export const getActivity = callable({
  name: 'getActivity',
  access: adminLevel,
  input: z.strictObject({
    subscriptionId,
    /** From 1. */
    page: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  output: z.object({ activities: z.array(activity), total: z.int() }),
  refusals: ['subscription/unpaid'],
});
