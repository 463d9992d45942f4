import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { instant } from '../fields.ts';
import { eventsSend } from './key-scopes.ts';
import { endpointId } from './webhook-endpoint.ts';

/**
 * Sends events since an instant again that the endpoint wants, as after it was away for longer than deliveries are tried:
 * the oldest of them, and where there are more, `next_since` says from when on to ask again.
 */
export const replayWebhookEndpoint = serverCall({
  method: 'POST',
  path: '/server/v1/webhook-endpoints/{endpointId}/replay',
  access: eventsSend,
  input: z.strictObject({ endpointId, since: z.iso.datetime() }),
  output: z.object({
    /** How many events are sent. */
    deliveries: z.int(),
    /** Beginning of what is left; null where that was all. */
    next_since: z.nullable(instant),
  }),
  refusals: ['webhook/unknown-endpoint', 'webhook/endpoint-off', 'webhook/endpoint-full'],
});
