import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { subscription } from './subscription.ts';

/** Every subscription in which the caller holds the default permission, newest first. */
export const listSubscriptions = document({
  method: 'GET',
  path: '/v1/subscriptions',
  access: signedIn,
  input: z.strictObject({}),
  output: z.object({ subscriptions: z.array(subscription) }),
  refusals: [],
});
