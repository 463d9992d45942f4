import * as z from 'zod/mini';
import { operator } from '../access.ts';
import { document } from '../entry.ts';
import { instant, uid } from '../fields.ts';
import { reason } from './acts.ts';

/**
 * Lets the operator see the product as this person does, for fifteen minutes. The token is no ID token: only calls that
 * are marked `readOnly` take it. The view stands in the history of the person with its reason; the person and the
 * owners of their projects get an email.
 */
export const startView = document({
  method: 'POST',
  path: '/v1/operator/accounts/{uid}/views',
  access: operator,
  input: z.strictObject({ uid, reason }),
  output: z.object({
    /** In place of an ID token. It also ends when the operator signs out, loses the role or ends it. */
    token: z.string(),
    expires_at: instant,
  }),
  refusals: [
    'account/unknown',
    'operator/is-operator',
    'operator/person-disabled',
    'operator/seeing-off',
  ],
});
