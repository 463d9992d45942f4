import * as z from 'zod/mini';
import { instant } from '../fields.ts';

export const deliveryStatus = z.enum(['waiting', 'delivered', 'dead']);

/** The `next_cursor` of the page before; the first page if it is left out. */
export const deliveryCursor = z.optional(z.string().check(z.regex(/^\d{1,18}$/)));

export const webhookDelivery = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  /** `dead` after the last of ten attempts in about three days, or if the endpoint is off. */
  status: deliveryStatus,
  attempts: z.int(),
  /** Last attempt; null before the first one. */
  last_attempt: z.nullable(
    z.object({
      at: instant,
      /** HTTP status; null if there was no answer. */
      status: z.nullable(z.int()),
      /** Beginning of the answer, or why there was none. */
      answer: z.string(),
      ms: z.nullable(z.int()),
    }),
  ),
  /** When it is tried again; null if it is not, or if it is tried now. */
  next_attempt: z.nullable(instant),
});

export type WebhookDelivery = z.infer<typeof webhookDelivery>;
