import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { inviteId } from './invite.ts';

/** Somebody in a subscription's list: an active member, or an address with a pending invite. */
export const subscriptionUser = z.object({
  /** uid; of a pending one the invite's id. */
  id: z.string(),
  /** Empty until the person names themselves, and while the invite is pending. */
  display_name: z.string(),
  email: z.string(),
  status: z.enum(['active', 'pending']),
  /** Keys held; none while the invite is pending. */
  permissions: z.array(z.string()),
  /** While the invite is pending: keys that they will hold. */
  pending_permissions: z.optional(z.array(z.string())),
  /** Whether an active user has a second factor. */
  second_factor: z.optional(z.boolean()),
  /** For active users: how many open invites of theirs would end with their right to invite. */
  open_invites: z.optional(z.int()),
  /** While the invite is pending. */
  invite_id: z.optional(inviteId),
  /** Start of an active membership. */
  joined_at: z.optional(instant),
  /** Last request of an active member in this project, exact to 5 minutes; absent before the first one. */
  last_seen_at: z.optional(instant),
  /** Start and end of a pending invite. */
  invited_at: z.optional(instant),
  expires_at: z.optional(instant),
  /** Name of the person who sent a pending invite, else their address; empty once their account is gone. */
  invited_by: z.optional(z.string()),
});

export type SubscriptionUser = z.infer<typeof subscriptionUser>;
