import * as z from 'zod/mini';
import { owner } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Lets the browser add a card at the provider. */
export const createSetupIntent = callable({
  name: 'createSetupIntent',
  access: owner,
  input: z.strictObject({ subscriptionId }),
  output: z.object({ clientSecret: z.string() }),
  refusals: [
    'billing/not-set-up',
    'subscription/canceled',
    'billing/under-way',
    'billing/rejected',
    'billing/provider-unavailable',
    'billing/too-many-attempts',
    'billing/verification-required',
  ],
});
