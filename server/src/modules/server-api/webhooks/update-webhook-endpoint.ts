import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { toWebhookUrl } from './webhook-address.ts';
import { type StoredEndpoint, toEndpointDocument, turnedOn } from './webhook-endpoint.ts';
import { lockEndpoint, saveEndpoint } from './webhook-endpoint-store.ts';

/** Changes what is given. Turned on again, an endpoint has five days to succeed. */
export const updateWebhookEndpoint = change(
  contract.updateWebhookEndpoint,
  async ({ endpointId: id, url, types, description, state }, context) => {
    const { tx, webhooks } = context;
    const before = await lockEndpoint(tx, id);
    refuseUnless(before, 'webhook/unknown-endpoint');
    const endpoint: StoredEndpoint = {
      ...(state === 'on' ? turnedOn(before) : before),
      ...(url !== undefined && { url: toWebhookUrl(url, webhooks.addresses) }),
      ...(types !== undefined && { types: [...new Set(types)] }),
      ...(description !== undefined && { description }),
      ...(state === 'off' && { offReason: before.offReason ?? 'operator' }),
    };

    await saveEndpoint(tx, endpoint);
    await recordEndpoint(tx, { action: 'webhook-endpoint.updated', subjectId: id }, context);
    return toEndpointDocument(endpoint);
  },
);
