import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { inviteId } from './invite.ts';

/** Opens an invite again that the caller rejected in the last minute. */
export const undoRejectInvite = callable({
  name: 'undoRejectInvite',
  access: signedIn,
  input: z.strictObject({ inviteId }),
  output: z.object({}),
  refusals: [
    'access/denied',
    'undo/over',
    'invite/already-member',
    'invite/already-pending',
    'seats/full',
    'seats/full-after-change',
    'subscription/canceled',
    'subscription/unpaid',
  ],
});
