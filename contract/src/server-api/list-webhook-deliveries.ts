import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { webhooksWrite } from './key-scopes.ts';
import { limit, pageOf } from './paging.ts';
import { deliveryCursor, deliveryStatus, webhookDelivery } from './webhook-delivery.ts';
import { endpointId } from './webhook-endpoint.ts';

/** Deliveries to an endpoint, newest first. They are kept with their events. */
export const listWebhookDeliveries = serverCall({
  method: 'GET',
  path: '/server/v1/webhook-endpoints/{endpointId}/deliveries',
  access: webhooksWrite,
  input: z.strictObject({
    endpointId,
    status: z.optional(deliveryStatus),
    cursor: deliveryCursor,
    limit,
  }),
  output: pageOf(webhookDelivery),
  refusals: ['webhook/unknown-endpoint'],
});
