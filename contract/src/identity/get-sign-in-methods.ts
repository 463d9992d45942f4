import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { instant } from '../fields.ts';
import { passkeyId } from './passkey.ts';

/** Latest session that was opened with it, among those that are still active. */
const lastUse = z.nullable(
  z.object({
    at: instant,
    /** Browser or program as it named itself. */
    user_agent: z.string(),
  }),
);

/** Everything that opens one's own account. */
export const getSignInMethods = document({
  method: 'GET',
  path: '/v1/sign-in-methods',
  access: signedIn,
  readOnly: true,
  input: z.strictObject({}),
  output: z.object({
    /** Null without a password. */
    password: z.nullable(z.object({ changed_at: instant, last_use: lastUse })),
    /** Links and codes by email; left out where people do not sign in so. */
    email_link: z.optional(z.object({ last_use: lastUse })),
    /** Oldest first. */
    providers: z.array(
      z.object({
        /** Firebase's id: `google.com`. */
        provider: z.string(),
        /** Address at the provider; null when it gave none. */
        email: z.nullable(z.string()),
        linked_at: instant,
        last_use: lastUse,
      }),
    ),
    /** Oldest first. */
    passkeys: z.array(
      z.object({
        id: passkeyId,
        /** As the person calls it, else the program that keeps it; empty if neither is known. */
        name: z.string(),
        added_at: instant,
        /** Browser that it was added in, as it named itself. */
        user_agent: z.string(),
        last_used_at: z.nullable(instant),
      }),
    ),
    /** Authenticator apps, oldest first. */
    second_factors: z.array(
      z.object({
        id: z.string(),
        /** As the person calls the device, or empty. */
        display_name: z.string(),
        enrolled_at: instant,
        last_used_at: z.nullable(instant),
      }),
    ),
    /** Recovery codes that still work. */
    recovery_codes_left: z.int(),
    /** Whether further second factors may be added here. */
    second_factor_offered: z.boolean(),
  }),
  refusals: [],
});
