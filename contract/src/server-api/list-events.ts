import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { instant } from '../fields.ts';
import { eventType } from './event-types.ts';
import { eventsRead } from './key-scopes.ts';
import { limit } from './paging.ts';

/** Something that changed. */
export const event = z.object({
  id: z.string(),
  /** One of Hearth's, or of the product on it; a newer server may have others. */
  type: z.string(),
  timestamp: instant,
  /**
   * The subject after the change, with its `version`: an AccountRecord, of a deleted account only `uid`; a
   * SubscriptionRecord; a member as `subscription_id`, `uid`, `permissions`, `is_owner`; an invoice as `id`,
   * `subscription_id`, `number`, `total`, `currency`, `create_time`, and `paid_until`, the end of the time that it pays
   * for, null if it pays for none; a failed payment as `subscription_id`, `owed`, `currency`, `failed_at`, `retry_at`; a
   * test as `endpoint_id`. Amounts are in minor units. An update has the earlier values in `previous`.
   */
  data: z.record(z.string(), z.unknown()),
});

export type Event = z.infer<typeof event>;

/**
 * Changes of accounts, subscriptions, members and payments, oldest first, in the order in which they became readable.
 * Each is listed once; ask again with the last id for later ones.
 */
export const listEvents = serverCall({
  method: 'GET',
  path: '/server/v1/events',
  access: eventsRead,
  input: z.strictObject({
    /** Id of the last event that is known; left out, the list begins with the oldest one stored. */
    after: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    type: z.optional(eventType),
    limit,
  }),
  output: z.object({
    data: z.array(event),
    /** The next `after` while there are more; null if these are all for now. */
    next_cursor: z.nullable(z.string()),
  }),
  refusals: ['event/unknown'],
});
