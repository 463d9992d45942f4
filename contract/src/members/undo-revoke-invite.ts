import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { inviteId } from './invite.ts';

/** Opens an invite again that the caller revoked in the last minute; its mailed link works again. */
export const undoRevokeInvite = callable({
  name: 'undoRevokeInvite',
  access: adminLevel,
  input: z.strictObject({ inviteId, subscriptionId }),
  output: z.object({}),
  refusals: [
    'undo/over',
    'invite/already-member',
    'invite/already-pending',
    'seats/full',
    'seats/full-after-change',
    'subscription/canceled',
    'subscription/unpaid',
  ],
});
