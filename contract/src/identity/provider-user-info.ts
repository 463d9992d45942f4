import * as z from 'zod/mini';

/** One way to sign in, as Google's SDK lists it. */
export const providerUserInfo = z.object({
  /** `password` or a provider such as `google.com`. */
  providerId: z.string(),
  /** Subject at the provider; the address for `password`. */
  rawId: z.string(),
  federatedId: z.string(),
  email: z.optional(z.string()),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
});
