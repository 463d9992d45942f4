import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { removeEndpoint } from './webhook-endpoint-store.ts';

/** Removes an endpoint with its deliveries. */
export const deleteWebhookEndpoint = change(
  contract.deleteWebhookEndpoint,
  async ({ endpointId: id }, context) => {
    const { tx } = context;
    refuseUnless(await removeEndpoint(tx, id), 'webhook/unknown-endpoint');
    await recordEndpoint(tx, { action: 'webhook-endpoint.deleted', subjectId: id }, context);
    return {};
  },
);
