import * as z from 'zod/mini';
import { operator } from '../access.ts';
import { document } from '../entry.ts';
import { deliveryId } from './delivery-id.ts';

/** Sends an event again to the endpoint of this delivery, as if for the first time. Takes a recent sign-in. */
export const resendDelivery = document({
  method: 'POST',
  path: '/v1/operator/webhook-deliveries/{deliveryId}/resend',
  access: operator,
  input: z.strictObject({ deliveryId }),
  output: z.object({}),
  refusals: ['webhook/unknown-delivery', 'webhook/endpoint-off'],
});
