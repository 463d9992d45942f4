import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { isEvent } from '../event-store.ts';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { sendAgain } from './webhook-delivery-store.ts';
import { findEndpoint } from './webhook-endpoint-store.ts';

/** Sends one event again. */
export const redeliverEvent = change(
  contract.redeliverEvent,
  async ({ eventId, endpoint_id: endpointId }, context) => {
    const { tx } = context;
    refuseUnless(await isEvent(tx, eventId), 'event/unknown');
    const isKnown = endpointId === undefined || (await findEndpoint(tx, endpointId));
    refuseUnless(isKnown, 'webhook/unknown-endpoint');

    const deliveries = await sendAgain(tx, { eventId, endpointId });
    await recordEndpoint(tx, { action: 'webhook-event.resent', subjectId: eventId }, context);
    return { deliveries };
  },
);
