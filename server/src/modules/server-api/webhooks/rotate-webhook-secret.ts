import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { toRequestKey } from './request-key.ts';
import { openSecret, sealSecret } from './webhook-endpoint.ts';
import { lockEndpoint, saveEndpoint } from './webhook-endpoint-store.ts';
import { newWebhookSecret } from './webhook-signature.ts';

const bothSignMs = 24 * 3_600_000;

/**
 * Makes a new secret; the old one signs too for a day. A repeated request gets the first one's secret, since another
 * would invalidate what programs have.
 */
export const rotateWebhookSecret = change(
  contract.rotateWebhookSecret,
  async ({ endpointId: id }, context) => {
    const { tx, clock, client, key, webhooks } = context;
    const before = await lockEndpoint(tx, id);
    refuseUnless(before, 'webhook/unknown-endpoint');

    const rotationKey = toRequestKey(key, client);
    const isRepeated = rotationKey !== null && rotationKey === before.rotationKey;
    const known = isRepeated ? openSecret(before.sealedSecret, webhooks.secretKey) : undefined;
    if (known !== undefined) {
      return { secret: known };
    }

    const secret = newWebhookSecret();
    await saveEndpoint(tx, {
      ...before,
      sealedSecret: sealSecret(secret, webhooks.secretKey),
      sealedOldSecret: before.sealedSecret,
      oldSecretUntil: new Date(clock.now().getTime() + bothSignMs),
      rotationKey,
    });
    await recordEndpoint(tx, { action: 'webhook-endpoint.secret-rotated', subjectId: id }, context);
    return { secret };
  },
);
