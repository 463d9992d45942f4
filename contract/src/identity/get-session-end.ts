import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';
import { instant } from '../fields.ts';

/** `sign-in-changed`: the address or a way to sign in was changed or taken back. */
export const sessionEndReason = z.enum([
  'password-changed',
  'sign-in-changed',
  'ended-elsewhere',
  'operator',
]);

export type SessionEndReason = z.infer<typeof sessionEndReason>;

/** Says why the session of a refresh token has ended; in cookie mode the cookie carries the refresh token. */
export const getSessionEnd = identityCall({
  method: 'POST',
  path: '/v1/accounts:getSessionEnd',
  service: 'identitytoolkit',
  cookieSession: { fills: 'refreshToken' },
  access: anyone,
  input: z.object({ refreshToken: z.optional(z.string()) }),
  output: z.object({
    kind: z.literal('hearth#GetSessionEndResponse'),
    /** Null while the session lives, or if nothing is known: it ended too long ago, or expired. */
    reason: z.nullable(sessionEndReason),
    ended_at: z.nullable(instant),
  }),
  refusals: [],
});
