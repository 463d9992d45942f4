import * as z from 'zod/mini';
import { instant, language, uid } from '../fields.ts';
import { version } from './subscription-record.ts';

/** An account as programs with an API key see it. */
export const accountRecord = z.object({
  uid,
  email: z.string(),
  email_verified: z.boolean(),
  /** Empty until the person names themselves. */
  display_name: z.string(),
  /** http(s) address of a picture, or empty. */
  avatar_url: z.string(),
  /** Language of mails; null until chosen. */
  language: z.nullable(language),
  /** Whether the operator keeps the account out. */
  disabled: z.boolean(),
  create_time: instant,
  version,
});
