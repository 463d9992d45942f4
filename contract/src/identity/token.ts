import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Exchanges a refresh token for a new ID token; in cookie mode the cookie carries the refresh token. */
export const token = identityCall({
  method: 'POST',
  path: '/v1/token',
  service: 'securetoken',
  cookieSession: { fills: 'refresh_token' },
  access: anyone,
  input: z.object({
    grant_type: z.optional(z.string()),
    refresh_token: z.optional(z.string()),
    /** Like the next one, the same field by its other name, as protobuf's JSON has it. */
    grantType: z.optional(z.string()),
    refreshToken: z.optional(z.string()),
  }),
  output: z.union([
    z.object({
      access_token: z.string(),
      id_token: z.string(),
      /** Seconds as a string. */
      expires_in: z.string(),
      /** Left out for a cookie session. */
      refresh_token: z.optional(z.string()),
      token_type: z.literal('Bearer'),
      user_id: z.string(),
      project_id: z.string(),
    }),
    /** Cookie mode without a cookie: nobody is signed in, which is no error. */
    z.object({ signed_in: z.literal(false) }),
  ]),
  refusals: [
    'auth/missing-grant-type',
    'auth/invalid-grant-type',
    'auth/missing-refresh-token',
    'auth/invalid-refresh-token',
    'auth/token-expired',
    'auth/user-disabled',
  ],
});
