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
 * Adds an address that Hearth POSTs new events to, with the headers of Standard Webhooks. An event may come twice and in
 * any order: keep the greatest `version`.
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
