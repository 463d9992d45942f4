import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import {
  type Caller,
  operationsOf,
  requireRecentSignIn,
  type Services,
} from '../../identity/index.ts';
import { toEvent } from '../event.ts';
import { toPage } from '../page.ts';
import { toDeliveryDocument } from './delivery-document.ts';
import { findDelivery, listDeliveries, sendAgain } from './webhook-delivery-store.ts';
import { toEndpointDocument, turnedOn } from './webhook-endpoint.ts';
import {
  findEndpoint,
  listEndpoints,
  lockEndpoint,
  saveEndpoint,
} from './webhook-endpoint-store.ts';

const { read, change } = operationsOf<Services>();

/** All endpoints. */
export const listOperatorEndpoints = read(
  contract.listOperatorEndpoints,
  async (_input, { db }) => ({ data: (await listEndpoints(db)).map(toEndpointDocument) }),
);

/** Deliveries to an endpoint, newest first. */
export const listOperatorDeliveries = read(
  contract.listOperatorDeliveries,
  async (input, { db }) => {
    refuseUnless(await findEndpoint(db, input.endpointId), 'webhook/unknown-endpoint');
    return toPage(await listDeliveries(db, input), input, toDeliveryDocument);
  },
);

/** Body that a delivery sends under the current configuration. */
export const getDeliveredEvent = read(
  contract.getDeliveredEvent,
  async ({ deliveryId }, { db, caller, clock, settings }) => {
    requireRecentSignIn(caller, clock.now());
    const delivery = await findDelivery(db, deliveryId);
    refuseUnless(delivery, 'webhook/unknown-delivery');
    return toEvent(delivery.event, settings);
  },
);

/** Sends the event of a delivery again to its endpoint. */
export const resendDelivery = change(contract.resendDelivery, async ({ deliveryId }, context) => {
  const { tx, caller, clock } = context;
  requireRecentSignIn(caller, clock.now());
  const delivery = await findDelivery(tx, deliveryId);
  refuseUnless(delivery, 'webhook/unknown-delivery');
  const { eventId, endpointId } = delivery;
  const endpoint = await lockEndpoint(tx, endpointId);
  refuseIf(endpoint === undefined || endpoint.offReason !== null, 'webhook/endpoint-off');

  await sendAgain(tx, { eventId, endpointId });
  const happening = { action: 'webhook-delivery.resent', subjectId: deliveryId } as const;
  await record(tx, happening, context);
  return {};
});

/** Turns an endpoint on again. */
export const turnOnWebhookEndpoint = change(
  contract.turnOnWebhookEndpoint,
  async ({ endpointId: id }, context) => {
    const { tx, caller, clock } = context;
    requireRecentSignIn(caller, clock.now());
    const before = await lockEndpoint(tx, id);
    refuseUnless(before, 'webhook/unknown-endpoint');
    const endpoint = turnedOn(before);

    if (endpoint !== before) {
      await saveEndpoint(tx, endpoint);
      await record(tx, { action: 'webhook-endpoint.updated', subjectId: id }, context);
    }
    return toEndpointDocument(endpoint);
  },
);

async function record(
  tx: Transaction,
  happening: Pick<OwnEvent, 'action' | 'subjectId'>,
  { caller, clock, client }: Pick<Services, 'clock' | 'client'> & { readonly caller: Caller },
): Promise<void> {
  await recordAudit(tx, { ...happening, actorId: caller.uid, at: clock.now(), origin: client });
}
