import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { subscriptionsRead } from './key-scopes.ts';
import { subscriptionRecord } from './subscription-record.ts';

/** One subscription. */
export const getSubscriptionRecord = serverCall({
  method: 'GET',
  path: '/server/v1/subscriptions/{subscriptionId}',
  access: subscriptionsRead,
  input: z.strictObject({ subscriptionId }),
  output: subscriptionRecord,
  refusals: ['subscription/unknown'],
});
