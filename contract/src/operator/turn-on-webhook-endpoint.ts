import * as z from 'zod/mini';
import { operator } from '../access.ts';
import { document } from '../entry.ts';
import { endpointId, webhookEndpoint } from '../server-api/webhook-endpoint.ts';

/** Turns an endpoint on again; it then has five days to succeed. What it missed is sent again one by one, or by a program. Takes a recent sign-in. */
export const turnOnWebhookEndpoint = document({
  method: 'POST',
  path: '/v1/operator/webhook-endpoints/{endpointId}/turn-on',
  access: operator,
  input: z.strictObject({ endpointId }),
  output: webhookEndpoint,
  refusals: ['webhook/unknown-endpoint'],
});
