import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { change } from './operation.ts';
import { recordEndpoint } from './record-endpoint.ts';
import { sealSecret } from './webhook-endpoint.ts';
import { lockEndpoint, saveEndpoint } from './webhook-endpoint-store.ts';
import { newWebhookSecret } from './webhook-signature.ts';

const bothSignMs = 24 * 3_600_000;

/** Makes a new secret; the old one signs too for a day. */
export const rotateWebhookSecret = change(
  contract.rotateWebhookSecret,
  async ({ endpointId: id }, context) => {
    const { tx, clock, webhooks } = context;
    const before = await lockEndpoint(tx, id);
    refuseUnless(before, 'webhook/unknown-endpoint');

    const secret = newWebhookSecret();
    await saveEndpoint(tx, {
      ...before,
      sealedSecret: sealSecret(secret, webhooks.secretKey),
      sealedOldSecret: before.sealedSecret,
      oldSecretUntil: new Date(clock.now().getTime() + bothSignMs),
    });
    await recordEndpoint(tx, { action: 'webhook-endpoint.secret-rotated', subjectId: id }, context);
    return { secret };
  },
);
