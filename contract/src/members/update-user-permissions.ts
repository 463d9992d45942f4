import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId, uid } from '../fields.ts';
import { permissionKeys } from './permission-keys.ts';

/** Replaces what an active member holds; takes effect with their next request. */
export const updateUserPermissions = callable({
  name: 'updateUserPermissions',
  access: adminLevel,
  input: z.strictObject({ userId: uid, subscriptionId, permissions: permissionKeys }),
  output: z.object({}),
  refusals: ['permission/unknown', 'member/unknown', 'member/is-owner', 'subscription/unpaid'],
});
