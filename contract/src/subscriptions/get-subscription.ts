import * as z from 'zod/mini';
import { member } from '../access.ts';
import { document } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { subscription } from './subscription.ts';

/** Reads subscriptions/{id}. */
export const getSubscription = document({
  method: 'GET',
  path: '/v1/subscriptions/{subscriptionId}',
  access: member,
  readOnly: true,
  input: z.strictObject({ subscriptionId }),
  output: subscription,
  refusals: [],
});
