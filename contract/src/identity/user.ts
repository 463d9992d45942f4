import * as z from 'zod/mini';
import { instant, language, theme, uid } from '../fields.ts';

/** Document users/{uid}; the account's profile and this are two views of one row. */
export const user = z.object({
  uid,
  email: z.string(),
  email_verified: z.boolean(),
  /** Empty until the person names themselves. */
  display_name: z.string(),
  /** http(s) address of a picture, or empty. */
  avatar_url: z.string(),
  /** Language of mails; null until chosen. */
  language: z.nullable(language),
  /** Whether the person hid the list of first steps. */
  checklist_hidden: z.boolean(),
  /** Look of the interface; null until chosen. */
  theme: z.nullable(theme),
  create_time: instant,
  last_updated: instant,
});

export type User = z.infer<typeof user>;
