import * as contract from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { requireOn } from './require-on.ts';
import { findReplayEnd, sendAgain } from './webhook-delivery-store.ts';
import { isFull, noteReplay } from './webhook-endpoint-store.ts';

/** Events that one request sends again; more would take longer than a request may. */
const mostEvents = 1_000;

/** Sends events since an instant again to one endpoint. */
export const replayWebhookEndpoint = change(
  contract.replayWebhookEndpoint,
  async ({ endpointId: id, since: from }, context) => {
    const { tx } = context;
    await requireOn(tx, id);
    refuseIf(await isFull(tx, id), 'webhook/endpoint-full');

    const since = new Date(from);
    const before = await findReplayEnd(tx, since, mostEvents);
    const deliveries = await sendAgain(tx, { endpointId: id, since, before });
    await noteReplay(tx, { id, since, before });
    await recordEndpoint(tx, { action: 'webhook-endpoint.replayed', subjectId: id }, context);
    return { deliveries, next_since: before?.toISOString() ?? null };
  },
);
