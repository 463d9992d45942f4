import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId, uid } from '../fields.ts';

/**
 * Brings back a member whom the caller removed in the last minute, with their permissions and invites. Succeeds also for
 * a person who is a member again.
 */
export const undoRemoveUser = callable({
  name: 'undoRemoveUser',
  access: adminLevel,
  input: z.strictObject({ userId: uid, subscriptionId }),
  output: z.object({}),
  refusals: [
    'undo/over',
    'seats/full',
    'seats/full-after-change',
    'subscription/canceled',
    'subscription/unpaid',
  ],
});
