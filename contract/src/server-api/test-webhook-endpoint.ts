import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { webhooksWrite } from './key-scopes.ts';
import { endpointId } from './webhook-endpoint.ts';

/** Sends an event `webhook.test` to the endpoint; its delivery shows what came of it. */
export const testWebhookEndpoint = serverCall({
  method: 'POST',
  path: '/server/v1/webhook-endpoints/{endpointId}/test',
  access: webhooksWrite,
  input: z.strictObject({ endpointId }),
  output: z.object({ event_id: z.string() }),
  refusals: ['webhook/unknown-endpoint', 'webhook/endpoint-off'],
});
