import * as z from 'zod/mini';
import { self } from '../access.ts';
import { document } from '../entry.ts';
import { language, theme, uid } from '../fields.ts';
import { line } from '../names.ts';
import { user } from './user.ts';

/** Merges into one's own users/{uid}. */
export const updateUser = document({
  method: 'PATCH',
  path: '/v1/users/{uid}',
  access: self,
  input: z.strictObject({
    uid,
    display_name: z.optional(line),
    /** http(s) address of at most 2048 characters; empty clears it. */
    avatar_url: z.optional(
      z.union([z.literal(''), z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))]),
    ),
    language: z.optional(language),
    checklist_hidden: z.optional(z.boolean()),
    theme: z.optional(theme),
    /** Accepted and ignored, like `last_updated`: both times are the server's. */
    create_time: z.optional(z.unknown()),
    last_updated: z.optional(z.unknown()),
  }),
  output: user,
  refusals: ['auth/invalid-display-name'],
});
