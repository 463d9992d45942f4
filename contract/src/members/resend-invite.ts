import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { instant, subscriptionId } from '../fields.ts';
import { inviteId } from './invite.ts';

/** Mails a pending invite again with a new link, and gives it another 14 days. The link before it works too. */
export const resendInvite = callable({
  name: 'resendInvite',
  access: adminLevel,
  input: z.strictObject({ inviteId, subscriptionId }),
  output: z.object({ expires_at: instant }),
  refusals: [
    'invite/unknown',
    'invite/already-accepted',
    'invite/rejected',
    'invite/revoked',
    'invite/expired',
    'invite/verification-required',
    'auth/too-many-requests',
    'subscription/canceled',
    'subscription/unpaid',
  ],
});
