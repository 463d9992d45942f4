import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { inviteId, inviteToken } from './invite.ts';

/** Joins the subscription. The token of the mailed link also verifies the caller's address. */
export const acceptInvite = callable({
  name: 'acceptInvite',
  access: signedIn,
  input: z.strictObject({ inviteId, token: z.optional(inviteToken) }),
  output: z.object({ subscriptionId }),
  refusals: [
    'access/denied',
    'auth/email-verification-required',
    'invite/wrong-account',
    'invite/already-accepted',
    'invite/rejected',
    'invite/revoked',
    'invite/expired',
    'invite/already-member',
    'subscription/canceled',
    'subscription/unpaid',
    'seats/full',
  ],
});
