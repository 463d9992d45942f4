import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { subscriptionStatus } from '../subscriptions/subscription.ts';
import { subscriptionsRead } from './key-scopes.ts';
import { pageOf, paging } from './paging.ts';
import { subscriptionRecord } from './subscription-record.ts';

/** All subscriptions, in the order of their ids. */
export const listSubscriptionRecords = serverCall({
  method: 'GET',
  path: '/server/v1/subscriptions',
  access: subscriptionsRead,
  input: z.strictObject({ status: z.optional(subscriptionStatus), ...paging }),
  output: pageOf(subscriptionRecord),
  refusals: [],
});
