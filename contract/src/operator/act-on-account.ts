import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { uid } from '../fields.ts';
import { type AccountAct, accountActRights, actAnswer, reason, seen } from './acts.ts';

const acts = Object.keys(accountActRights) as [AccountAct, ...AccountAct[]];

/**
 * Acts on a person, once: repeated with the same `seen` it answers as before, and who has not seen another operator's
 * act is refused. Each act takes the right that `accountActRights` names.
 */
export const actOnAccount = document({
  method: 'POST',
  path: '/v1/operator/accounts/{uid}/acts',
  access: operatorFor('look'),
  input: z.strictObject({
    uid,
    act: z.enum(acts),
    /** For `change-address`: the new address. */
    email: z.optional(z.string()),
    reason,
    seen,
  }),
  output: actAnswer,
  refusals: [
    'account/unknown',
    'operator/acted-meanwhile',
    'operator/is-operator',
    'operator/missing-detail',
    'operator/nothing-planned',
    'auth/invalid-new-email',
    'auth/email-already-in-use',
    'auth/admin-restricted-operation',
    'auth/owns-active-subscription',
    'auth/account-contested',
    'subscription/frozen',
  ],
});
