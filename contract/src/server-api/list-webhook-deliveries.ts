import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { instant } from '../fields.ts';
import { webhooksWrite } from './key-scopes.ts';
import { limit, pageOf } from './paging.ts';
import { endpointId } from './webhook-endpoint.ts';

const webhookDelivery = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  /** `dead` after the last of ten attempts in about three days, or where the endpoint is off. */
  status: z.enum(['waiting', 'delivered', 'dead']),
  attempts: z.int(),
  /** Last attempt; null before the first one. */
  last_attempt: z.nullable(
    z.object({
      at: instant,
      /** HTTP status; null where there was no answer. */
      status: z.nullable(z.int()),
      /** Beginning of the answer, or why there was none. */
      answer: z.string(),
      ms: z.nullable(z.int()),
    }),
  ),
  /** When it is tried again; null where it is not, or where that is now. */
  next_attempt: z.nullable(instant),
});

/** Deliveries to an endpoint, newest first. They are kept with their events. */
export const listWebhookDeliveries = serverCall({
  method: 'GET',
  path: '/server/v1/webhook-endpoints/{endpointId}/deliveries',
  access: webhooksWrite,
  input: z.strictObject({
    endpointId,
    status: z.optional(z.enum(['waiting', 'delivered', 'dead'])),
    /** The `next_cursor` of the page before; the first page where it is left out. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
    limit,
  }),
  output: pageOf(webhookDelivery),
  refusals: ['webhook/unknown-endpoint'],
});
