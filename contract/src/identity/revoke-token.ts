import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { providerTokenType } from './proto-enum.ts';

/** Takes a token back at the provider that gave it (Apple asks apps for it), also at `/v1/accounts:revokeToken`; ends no session of ours. */
export const revokeToken = identityCall({
  method: 'POST',
  path: '/v2/accounts:revokeToken',
  alsoAt: '/v1/accounts:revokeToken',
  service: 'identitytoolkit',
  access: signedIn,
  input: z.object({
    idToken: z.optional(z.string()),
    providerId: z.string(),
    tokenType: providerTokenType,
    token: z.string().check(z.minLength(1)),
  }),
  output: z.object({}),
  refusals: [
    'auth/invalid-provider-id',
    'auth/provider-not-enabled',
    'auth/provider-unavailable',
    'auth/invalid-provider-answer',
  ],
});
