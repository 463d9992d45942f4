import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { inviteId, inviteStatus, inviteToken } from './invite.ts';

/** Only for the invited person, proven by the mailed token or a verified address. */
const details = z.object({
  email: z.string(),
  subscription_id: subscriptionId,
  /** Empty while the subscription is unnamed. */
  subscription_name: z.string(),
  /** Name of who invited, else their address; empty once their account is gone. */
  host_name: z.string(),
  permissions: z.array(z.string()),
  expire_time: instant,
  /** Whether an account has the invited address. */
  has_account: z.boolean(),
  /** Reason why the invited person cannot join, whatever the status. */
  obstacle: z.optional(z.enum(['already-member', 'canceled', 'unpaid', 'full'])),
});

/** Details for the invite page. Unknown ids are refused as foreign ones are. */
export const getInvite = callable({
  name: 'getInvite',
  access: maybeSignedIn,
  readOnly: true,
  input: z.strictObject({ inviteId, token: z.optional(inviteToken) }),
  output: z.object({
    invite_id: inviteId,
    status: inviteStatus,
    /** Relation of the caller to the invited address. */
    reader: z.enum(['signed-out', 'wrong-account', 'unverified', 'invitee']),
    details: z.optional(details),
  }),
  refusals: ['access/denied'],
});
