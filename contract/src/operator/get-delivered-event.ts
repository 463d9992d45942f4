import * as z from 'zod/mini';
import { operator } from '../access.ts';
import { document } from '../entry.ts';
import { event } from '../server-api/list-events.ts';
import { deliveryId } from './delivery-id.ts';

/** Body of a delivery, which holds personal data, so that it takes a recent sign-in. */
export const getDeliveredEvent = document({
  method: 'GET',
  path: '/v1/operator/webhook-deliveries/{deliveryId}/event',
  access: operator,
  input: z.strictObject({ deliveryId }),
  output: event,
  refusals: ['webhook/unknown-delivery'],
});
