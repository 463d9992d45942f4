import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { inviteId, inviteToken } from './invite.ts';

/** Declines; the seat is free again. */
export const rejectInvite = callable({
  name: 'rejectInvite',
  access: signedIn,
  input: z.strictObject({ inviteId, token: z.optional(inviteToken) }),
  output: z.object({}),
  refusals: [
    'access/denied',
    'auth/email-verification-required',
    'invite/wrong-account',
    'invite/already-accepted',
    'invite/rejected',
    'invite/revoked',
    'invite/expired',
  ],
});
