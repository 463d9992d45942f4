import type { WebhookDelivery } from '@hearth/contract';
import type { StoredDelivery } from './webhook-delivery-store.ts';

export function toDeliveryDocument(delivery: StoredDelivery): WebhookDelivery {
  const { id, eventId, type, status, attempts, lastAt, lastStatus, lastAnswer, lastMs } = delivery;
  const at = lastAt?.toISOString();
  return {
    id,
    event_id: eventId,
    type,
    status,
    attempts,
    last_attempt: at ? { at, status: lastStatus, answer: lastAnswer ?? '', ms: lastMs } : null,
    next_attempt: delivery.nextAt?.toISOString() ?? null,
  };
}
