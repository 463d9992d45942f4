import * as contract from '@hearth/contract';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { requireOn } from './require-on.ts';
import { insertTest } from './webhook-delivery-store.ts';

/** Sends a test to one endpoint. */
export const testWebhookEndpoint = change(
  contract.testWebhookEndpoint,
  async ({ endpointId: id }, context) => {
    const { tx, clock } = context;
    await requireOn(tx, id);
    const eventId = await insertTest(tx, id, clock.now());
    await recordEndpoint(tx, { action: 'webhook-endpoint.tested', subjectId: id }, context);
    return { event_id: eventId };
  },
);
