import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { eventsSend } from './key-scopes.ts';
import {
  endpointDescription,
  endpointTypes,
  endpointUrl,
  webhookEndpoint,
  webhookSecret,
} from './webhook-endpoint.ts';

/**
 * Adds an address that events are sent to from now on, by POST with the headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature` of Standard Webhooks. An event is sent at least once and in no order: keep the greatest `version`.
 */
export const createWebhookEndpoint = serverCall({
  method: 'POST',
  path: '/server/v1/webhook-endpoints',
  access: eventsSend,
  input: z.strictObject({
    url: endpointUrl,
    types: z._default(endpointTypes, []),
    description: z._default(endpointDescription, ''),
  }),
  output: z.extend(webhookEndpoint, { secret: webhookSecret }),
  refusals: ['webhook/address-refused', 'webhook/too-many-endpoints', 'billing/key-reused'],
});
