import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { callable } from '../entry.ts';
import { subscriptionId } from '../fields.ts';

/** Creates a subscription on a plan; the caller becomes its owner. */
export const createSubscription = callable({
  name: 'createSubscription',
  access: signedIn,
  input: z.strictObject({
    /** Id of a plan of the configuration that is not legacy. */
    planId: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ subscriptionId }),
  refusals: ['plan/unknown', 'plan/legacy', 'plan/paid-not-available'],
});
