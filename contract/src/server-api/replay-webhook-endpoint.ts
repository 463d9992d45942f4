import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { instant } from '../fields.ts';
import { eventsSend } from './key-scopes.ts';
import { endpointId } from './webhook-endpoint.ts';

/**
 * Sends again the events since an instant, oldest first, for instance after the endpoint was away for days. If more are
 * left, `next_since` is the instant to ask with next.
 */
export const replayWebhookEndpoint = serverCall({
  method: 'POST',
  path: '/server/v1/webhook-endpoints/{endpointId}/replay',
  access: eventsSend,
  input: z.strictObject({ endpointId, since: z.iso.datetime() }),
  output: z.object({
    /** How many events are sent. */
    deliveries: z.int(),
    /** Instant from which events are left; null if none are. */
    next_since: z.nullable(instant),
  }),
  refusals: ['webhook/unknown-endpoint', 'webhook/endpoint-off', 'webhook/endpoint-full'],
});
