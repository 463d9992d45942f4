import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { eventsSend } from './key-scopes.ts';
import { endpointId } from './webhook-endpoint.ts';

/** Sends an event again, to one endpoint or to all that are on and want it. */
export const redeliverEvent = serverCall({
  method: 'POST',
  path: '/server/v1/events/{eventId}/redeliver',
  access: eventsSend,
  input: z.strictObject({
    eventId: z.string().check(z.minLength(1), z.maxLength(128)),
    endpoint_id: z.optional(endpointId),
  }),
  output: z.object({
    /** How many endpoints it is sent to. */
    deliveries: z.int(),
  }),
  refusals: ['event/unknown', 'webhook/unknown-endpoint'],
});
