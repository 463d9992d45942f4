import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { toPage } from '../page.ts';
import { read } from './operation.ts';
import { listDeliveries, type StoredDelivery } from './webhook-delivery-store.ts';
import { findEndpoint } from './webhook-endpoint-store.ts';

/** Deliveries to an endpoint, newest first. */
export const listWebhookDeliveries = read(contract.listWebhookDeliveries, async (input, { db }) => {
  refuseUnless(await findEndpoint(db, input.endpointId), 'webhook/unknown-endpoint');
  return toPage(await listDeliveries(db, input), input, toDocument);
});

function toDocument(delivery: StoredDelivery) {
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
