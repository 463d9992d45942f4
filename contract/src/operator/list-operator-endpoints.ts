import * as z from 'zod/mini';
import { operator } from '../access.ts';
import { document } from '../entry.ts';
import { webhookEndpoint } from '../server-api/webhook-endpoint.ts';

/** All webhook endpoints, oldest first. */
export const listOperatorEndpoints = document({
  method: 'GET',
  path: '/v1/operator/webhook-endpoints',
  access: operator,
  input: z.strictObject({}),
  output: z.object({ data: z.array(webhookEndpoint) }),
  refusals: [],
});
