import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Rules for every new password, in the words of Google's SDK. */
export const passwordPolicy = identityCall({
  method: 'GET',
  path: '/v2/passwordPolicy',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({}),
  output: z.object({
    /** Absent requirements are not asked for; lengths in UTF-16 units. */
    customStrengthOptions: z.object({
      minPasswordLength: z.number(),
      maxPasswordLength: z.number(),
      containsLowercaseCharacter: z.optional(z.literal(true)),
      containsUppercaseCharacter: z.optional(z.literal(true)),
      containsNumericCharacter: z.optional(z.literal(true)),
      containsNonAlphanumericCharacter: z.optional(z.literal(true)),
    }),
    /** The characters that count as special. */
    allowedNonAlphanumericCharacters: z.array(z.string()),
    enforcementState: z.literal('ENFORCE'),
    forceUpgradeOnSignin: z.literal(false),
    schemaVersion: z.literal(1),
  }),
  refusals: [],
});
