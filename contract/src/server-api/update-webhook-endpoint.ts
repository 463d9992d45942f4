import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { eventsSend } from './key-scopes.ts';
import {
  endpointDescription,
  endpointId,
  endpointTypes,
  endpointUrl,
  webhookEndpoint,
} from './webhook-endpoint.ts';

/** Changes an endpoint; fields that are left out stay. Events that it missed while it was off can be sent again. */
export const updateWebhookEndpoint = serverCall({
  method: 'PATCH',
  path: '/server/v1/webhook-endpoints/{endpointId}',
  access: eventsSend,
  input: z.strictObject({
    endpointId,
    url: z.optional(endpointUrl),
    types: z.optional(endpointTypes),
    description: z.optional(endpointDescription),
    state: z.optional(z.enum(['on', 'off'])),
  }),
  output: webhookEndpoint,
  refusals: ['webhook/unknown-endpoint', 'webhook/address-refused'],
});
