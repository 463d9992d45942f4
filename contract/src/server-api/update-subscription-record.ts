import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { subscriptionId } from '../fields.ts';
import { subscriptionsWrite } from './key-scopes.ts';
import { metadataKey, metadataValue, subscriptionRecord } from './subscription-record.ts';

/** Merges into the metadata of a subscription, whatever its status. The same request again changes nothing, so it needs no idempotency key. */
export const updateSubscriptionRecord = serverCall({
  method: 'PATCH',
  path: '/server/v1/subscriptions/{subscriptionId}',
  access: subscriptionsWrite,
  input: z.strictObject({
    subscriptionId,
    /** Keys of 1 to 40 characters with values of at most 500; null removes a key, and keys that are not named stay. */
    metadata: z.record(metadataKey, z.nullable(metadataValue)),
  }),
  output: subscriptionRecord,
  refusals: ['subscription/unknown', 'metadata/too-many-keys'],
});
