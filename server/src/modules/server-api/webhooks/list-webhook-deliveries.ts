import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { toPage } from '../page.ts';
import { toDeliveryDocument } from './delivery-document.ts';
import { read } from './operation.ts';
import { listDeliveries } from './webhook-delivery-store.ts';
import { findEndpoint } from './webhook-endpoint-store.ts';

/** Deliveries to an endpoint, newest first. */
export const listWebhookDeliveries = read(contract.listWebhookDeliveries, async (input, { db }) => {
  refuseUnless(await findEndpoint(db, input.endpointId), 'webhook/unknown-endpoint');
  return toPage(await listDeliveries(db, input), input, toDeliveryDocument);
});
