import * as contract from '@hearth/contract';
import { change } from './operation.ts';
import { requireOn } from './require-on.ts';
import { insertTest } from './webhook-delivery-store.ts';

/** Sends a test to one endpoint. */
export const testWebhookEndpoint = change(
  contract.testWebhookEndpoint,
  async ({ endpointId }, { tx, clock }) => {
    await requireOn(tx, endpointId);
    return { event_id: await insertTest(tx, endpointId, clock.now()) };
  },
);
