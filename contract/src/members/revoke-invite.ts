import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { inviteId } from './invite.ts';

/** Takes a pending invite back; the seat is free again. */
export const revokeInvite = callable({
  name: 'revokeInvite',
  access: adminLevel,
  input: z.strictObject({ inviteId, subscriptionId }),
  output: z.object({}),
  refusals: [
    'invite/unknown',
    'invite/already-accepted',
    'invite/rejected',
    'invite/revoked',
    'invite/expired',
    'subscription/unpaid',
  ],
});
