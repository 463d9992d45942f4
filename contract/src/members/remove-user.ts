import * as z from 'zod/mini';
import { adminLevelOrSelf } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId, uid } from '../fields.ts';

/** Removes an active member, or oneself. */
export const removeUser = callable({
  name: 'removeUser',
  access: adminLevelOrSelf,
  input: z.strictObject({ userId: uid, subscriptionId }),
  output: z.object({}),
  refusals: ['member/unknown', 'member/is-owner', 'subscription/unpaid'],
});
