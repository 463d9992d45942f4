import * as z from 'zod/mini';
import { instant, subscriptionId } from '../fields.ts';

/** Invite id: 20 letters and digits. It names an invite and proves nothing. */
export const inviteId = z.string().check(z.minLength(1), z.maxLength(128));

/** Secret of the mailed link; it proves the mailbox. */
export const inviteToken = z.string().check(z.minLength(1), z.maxLength(128));

export const inviteStatus = z.enum(['pending', 'accepted', 'rejected', 'revoked', 'expired']);

export type InviteStatus = z.infer<typeof inviteStatus>;

/** Document invites/{id} as the invited person reads it. */
export const invite = z.object({
  id: inviteId,
  /** Lower-cased. */
  email: z.string(),
  status: z.literal('pending'),
  subscription_id: subscriptionId,
  /** Empty while the subscription is unnamed. */
  subscription_name: z.string(),
  /** Name of who invited, else their address; empty once their account is gone. */
  host_name: z.string(),
  permissions: z.array(z.string()),
  create_time: instant,
  expire_time: instant,
});

export type Invite = z.infer<typeof invite>;
