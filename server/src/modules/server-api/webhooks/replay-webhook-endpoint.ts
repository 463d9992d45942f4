import * as contract from '@hearth/contract';
import { change } from './operation.ts';
import { requireOn } from './require-on.ts';
import { sendAgain } from './webhook-delivery-store.ts';

/** Sends all events since an instant again to one endpoint. */
export const replayWebhookEndpoint = change(
  contract.replayWebhookEndpoint,
  async ({ endpointId, since }, { tx }) => {
    await requireOn(tx, endpointId);
    return { deliveries: await sendAgain(tx, { endpointId, since: new Date(since) }) };
  },
);
