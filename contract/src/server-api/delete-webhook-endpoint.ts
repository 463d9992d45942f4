import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { webhooksWrite } from './key-scopes.ts';
import { endpointId } from './webhook-endpoint.ts';

/** Removes an endpoint with its deliveries. */
export const deleteWebhookEndpoint = serverCall({
  method: 'DELETE',
  path: '/server/v1/webhook-endpoints/{endpointId}',
  access: webhooksWrite,
  input: z.strictObject({ endpointId }),
  output: z.object({}),
  refusals: ['webhook/unknown-endpoint'],
});
