import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { uid } from '../fields.ts';
import { reason } from './acts.ts';

const fields = z.record(z.string(), z.unknown());

/** All that is stored about a person, without secrets, for the person who asks for it. It stands in the history with its reason. */
export const exportAccount = document({
  method: 'POST',
  path: '/v1/operator/accounts/{uid}/export',
  access: operatorFor('admin'),
  input: z.strictObject({ uid, reason }),
  output: z.object({
    account: fields,
    /** Providers, passkeys and second factors. */
    waysIn: fields,
    sessions: z.array(fields),
    /** Security events of the account, newest first, at most 50. */
    events: z.array(fields),
    /** Emails of the last 30 days, newest first, at most 50, without their text. */
    emails: z.array(fields),
    subscriptions: z.array(fields),
    /** Billing details and card of each project that the person pays for. */
    billing: z.array(fields),
    /** Data of the product on Hearth; absent if it keeps none. */
    app: z.optional(z.unknown()),
  }),
  refusals: ['account/unknown'],
});
