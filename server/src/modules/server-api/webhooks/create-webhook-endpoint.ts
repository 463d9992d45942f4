import * as contract from '@hearth/contract';
import { randomId, secretHash } from '../../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { change, type WebhookServices } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { toRequestKey } from './request-key.ts';
import { toWebhookUrl } from './webhook-address.ts';
import {
  openSecret,
  type StoredEndpoint,
  sealSecret,
  toEndpointDocument,
} from './webhook-endpoint.ts';
import { findEndpointOfRequest, insertEndpoint, lockEndpoints } from './webhook-endpoint-store.ts';
import { newWebhookSecret } from './webhook-signature.ts';

/** Adds an address that events are sent to. A repeated request gets the endpoint that the first one made. */
export const createWebhookEndpoint = change(
  contract.createWebhookEndpoint,
  async (input, context) => {
    const { tx, clock, client, key, webhooks } = context;
    const url = toWebhookUrl(input.url, webhooks.addresses);
    const count = await lockEndpoints(tx);
    const requestKey = toRequestKey(key, client);
    const requestHash = secretHash(JSON.stringify([url, input.types, input.description]));
    const known = requestKey === null ? undefined : await findEndpointOfRequest(tx, requestKey);
    if (known !== undefined) {
      refuseUnless(known.requestHash.equals(requestHash), 'billing/key-reused');
      return toAnswer(known, context);
    }
    refuseIf(count >= contract.mostWebhookEndpoints, 'webhook/too-many-endpoints');

    const endpoint: StoredEndpoint = {
      id: `we_${randomId(20)}`,
      url,
      description: input.description,
      types: [...new Set(input.types)],
      sealedSecret: sealSecret(newWebhookSecret(), webhooks.secretKey),
      sealedOldSecret: null,
      oldSecretUntil: null,
      rotationKey: null,
      offReason: null,
      failingSince: null,
      failures: 0,
      isPaused: false,
      fullSince: null,
      missedSince: null,
      createdAt: clock.now(),
    };
    await insertEndpoint(tx, endpoint, { key: requestKey, hash: requestHash });
    await record(tx, endpoint, context);
    return toAnswer(endpoint, context);
  },
);

async function record(tx: Transaction, { id }: StoredEndpoint, context: WebhookServices) {
  await recordEndpoint(tx, { action: 'webhook-endpoint.created', subjectId: id }, context);
}

function toAnswer(endpoint: StoredEndpoint, { webhooks }: WebhookServices) {
  const secret = openSecret(endpoint.sealedSecret, webhooks.secretKey);
  if (secret === undefined) {
    throw new Error(`The secret of ${endpoint.id} does not open with this SECRET_KEY. Rotate it.`);
  }
  return { ...toEndpointDocument(endpoint), secret };
}
