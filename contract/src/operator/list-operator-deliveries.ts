import * as z from 'zod/mini';
import { operator } from '../access.ts';
import { document } from '../entry.ts';
import { limit, pageOf } from '../server-api/paging.ts';
import { deliveryCursor, deliveryStatus, webhookDelivery } from '../server-api/webhook-delivery.ts';
import { endpointId } from '../server-api/webhook-endpoint.ts';

/** Deliveries to a webhook endpoint, newest first, without what was sent. They are kept with their events. */
export const listOperatorDeliveries = document({
  method: 'GET',
  path: '/v1/operator/webhook-endpoints/{endpointId}/deliveries',
  access: operator,
  input: z.strictObject({
    endpointId,
    status: z.optional(deliveryStatus),
    cursor: deliveryCursor,
    limit,
  }),
  output: pageOf(webhookDelivery),
  refusals: ['webhook/unknown-endpoint'],
});
