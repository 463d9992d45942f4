import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { isEvent } from '../event-store.ts';
import { change } from './operation.ts';
import { sendAgain } from './webhook-delivery-store.ts';
import { findEndpoint } from './webhook-endpoint-store.ts';

/** Sends one event again. */
export const redeliverEvent = change(
  contract.redeliverEvent,
  async ({ eventId, endpoint_id: endpointId }, { tx }) => {
    refuseUnless(await isEvent(tx, eventId), 'event/unknown');
    const isKnown = endpointId === undefined || (await findEndpoint(tx, endpointId));
    refuseUnless(isKnown, 'webhook/unknown-endpoint');
    return { deliveries: await sendAgain(tx, { eventId, endpointId }) };
  },
);
