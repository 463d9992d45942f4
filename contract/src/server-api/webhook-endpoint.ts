import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { line } from '../names.ts';
import { eventType } from './event-types.ts';

/** Most endpoints of an installation. */
export const mostWebhookEndpoints = 20;

export const endpointId = z.string().check(z.minLength(1), z.maxLength(128));

/** Address of the program: https, or a host of WEBHOOK_ALLOWED_HOSTS, or in local mode this machine. */
export const endpointUrl = z.string().check(z.maxLength(2048));

/** Types of events that it gets; all if the list is empty. */
export const endpointTypes = z.array(eventType).check(z.maxLength(50));

export const endpointDescription = line.check(z.maxLength(200));

/** An address that events are sent to. */
export const webhookEndpoint = z.object({
  id: endpointId,
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  state: z.enum(['on', 'off']),
  /** `operator`: a key turned it off; `gone`: it answered 410; `failing`: no attempt succeeded for five days. Null while it is on. */
  off_reason: z.nullable(z.enum(['operator', 'gone', 'failing'])),
  /** First failure since the last success; null if the last attempt succeeded. */
  failing_since: z.nullable(instant),
  /** Since then 10,000 deliveries wait, and new events get none until half of them are sent; null while they do. */
  full_since: z.nullable(instant),
  /** Events from then on may have got no delivery while it was full. `replay` from then sends them; null once it has. */
  missed_since: z.nullable(instant),
  create_time: instant,
});

export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** Signs what is sent, as Standard Webhooks says; shown here only. */
export const webhookSecret = z.string();
