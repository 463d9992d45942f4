import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/** One active sign-in on one device. */
export const session = z.object({
  id: z.string(),
  /** The session of this very request. */
  current: z.boolean(),
  /** Browser or program as it named itself. */
  user_agent: z.string(),
  /** Network address at sign-in. */
  address: z.string(),
  /** `password` or a provider such as `google.com`. */
  provider: z.string(),
  signed_in_at: instant,
  /** Written at most every 5 minutes. */
  last_seen_at: instant,
});

export type Session = z.infer<typeof session>;
