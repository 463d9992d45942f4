import * as z from 'zod/mini';
import { adminLevel } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { inviteId } from './invite.ts';
import { permissionKeys } from './permission-keys.ts';

/** Invites an address for 14 days and mails it a link of its own; takes a seat. */
export const createInvite = callable({
  name: 'createInvite',
  access: adminLevel,
  input: z.strictObject({
    subscriptionId,
    email: z.string(),
    permissions: permissionKeys,
  }),
  output: z.object({ inviteId }),
  refusals: [
    'auth/invalid-email',
    'auth/too-many-requests',
    'permission/unknown',
    'subscription/canceled',
    'subscription/unpaid',
    'invite/already-member',
    'invite/already-pending',
    'invite/verification-required',
    'seats/full',
    'seats/full-after-change',
  ],
});
