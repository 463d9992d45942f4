import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { webhooksWrite } from './key-scopes.ts';
import { endpointId, webhookSecret } from './webhook-endpoint.ts';

/**
 * Makes a new secret. For 24 hours both sign what is sent. A request that is repeated with the same header `Idempotency-Key`
 * gets the same secret.
 */
export const rotateWebhookSecret = serverCall({
  method: 'POST',
  path: '/server/v1/webhook-endpoints/{endpointId}/rotate-secret',
  access: webhooksWrite,
  input: z.strictObject({ endpointId }),
  output: z.object({ secret: webhookSecret }),
  refusals: ['webhook/unknown-endpoint'],
});
