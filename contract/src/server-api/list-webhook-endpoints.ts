import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { webhooksWrite } from './key-scopes.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

/** All endpoints, oldest first; there are at most 20. */
export const listWebhookEndpoints = serverCall({
  method: 'GET',
  path: '/server/v1/webhook-endpoints',
  access: webhooksWrite,
  input: z.strictObject({}),
  output: z.object({ data: z.array(webhookEndpoint) }),
  refusals: [],
});
