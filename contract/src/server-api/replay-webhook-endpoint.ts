import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { webhooksWrite } from './key-scopes.ts';
import { endpointId } from './webhook-endpoint.ts';

/** Sends all events since an instant again that the endpoint wants, as after it was away for longer than deliveries are tried. */
export const replayWebhookEndpoint = serverCall({
  method: 'POST',
  path: '/server/v1/webhook-endpoints/{endpointId}/replay',
  access: webhooksWrite,
  input: z.strictObject({ endpointId, since: z.iso.datetime() }),
  output: z.object({
    /** How many events are sent. */
    deliveries: z.int(),
  }),
  refusals: ['webhook/unknown-endpoint', 'webhook/endpoint-off'],
});
