import type { HearthConfig } from '@hearth/contract';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { JobLog } from '../../../platform/jobs/job-log.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { OperatorServices, Services } from '../../identity/index.ts';
import { toEvent } from '../event.ts';
import { mailTurnedOff } from './mail-turned-off.ts';
import { type Attempt, postWebhook } from './post-webhook.ts';
import { pauseAfter } from './retry-schedule.ts';
import type { WebhookAddresses } from './webhook-address.ts';
import {
  findWaitingDelivery,
  queueDelivery,
  type SendWebhookPayload,
  type StoredDelivery,
  saveAttempt,
} from './webhook-delivery-store.ts';
import { offReasonAfter, type StoredEndpoint, secretsOf } from './webhook-endpoint.ts';
import { findEndpoint, lockEndpoint, setEndpointHealth } from './webhook-endpoint-store.ts';
import { signWebhook } from './webhook-signature.ts';

interface SendWebhookParts extends OperatorServices, Pick<Services, 'site'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: HearthConfig;
  readonly webhooks: { readonly secretKey: string; readonly addresses: WebhookAddresses };
  readonly log: Pick<JobLog, 'warn'>;
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaitingDelivery>>>;

/** The job behind each delivery: one attempt, and the next one later where it fails. */
export function createSendWebhook(parts: SendWebhookParts): (payload: unknown) => Promise<void> {
  const { db } = parts;
  return async (payload) => {
    const { deliveryId, queue } = payload as SendWebhookPayload;
    const delivery = await findWaitingDelivery(db, String(deliveryId));
    const endpoint = delivery && (await findEndpoint(db, delivery.endpointId));
    if (!delivery || !endpoint) {
      return;
    }
    if (delivery.queue !== queue) {
      await queueDelivery(db, delivery.id);
      return;
    }
    const isOn = endpoint.offReason === null;
    const attempt = isOn ? await send(delivery, endpoint, parts) : undefined;
    await db
      .transaction()
      .execute((tx) =>
        attempt ? settle(tx, { delivery, attempt }, parts) : giveUp(tx, delivery, parts),
      );
  };
}

async function send(
  { event }: Waiting,
  endpoint: StoredEndpoint,
  { clock, settings, webhooks }: SendWebhookParts,
): Promise<Attempt> {
  const { id, ...rest } = toEvent(event, settings);
  const body = JSON.stringify({ id, ...rest });
  // Receivers compare it with their own clock, so it is the machine's also where product time was moved.
  const timestamp = Math.floor(systemClock.now().getTime() / 1_000);
  const secrets = secretsOf(endpoint, { secretKey: webhooks.secretKey, at: clock.now() });
  if (secrets.length === 0) {
    return { answer: 'Its secret does not open with this SECRET_KEY. Rotate it.', ms: 0 };
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Hearth',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id, timestamp, body }, secrets),
  };
  return await postWebhook({ url: endpoint.url, headers, body }, webhooks.addresses);
}

interface Settling {
  readonly delivery: Waiting;
  readonly attempt: Attempt;
}

async function settle(
  tx: Transaction,
  { delivery, attempt }: Settling,
  parts: SendWebhookParts,
): Promise<void> {
  const at = parts.clock.now();
  const { status, answer, ms } = attempt;
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  const attempts = delivery.attempts + 1;
  const isOn = await noteHealth(tx, { delivery, status, isDelivered }, parts);
  const pauseMs = isDelivered || !isOn ? undefined : pauseAfter(attempts);
  const failed = pauseMs === undefined ? 'dead' : 'waiting';
  await saveAttempt(
    tx,
    {
      id: delivery.id,
      revision: delivery.revision,
      status: isDelivered ? 'delivered' : failed,
      attempts,
      lastAt: at,
      lastStatus: status ?? null,
      lastAnswer: answer,
      lastMs: ms,
      nextAt: pauseMs === undefined ? null : new Date(at.getTime() + pauseMs),
    },
    pauseMs,
  );
}

interface Health {
  readonly delivery: StoredDelivery;
  readonly status: number | undefined;
  readonly isDelivered: boolean;
}

/** Notes success or failure of the endpoint, and turns it off where it is gone; answers whether it is on. */
async function noteHealth(
  tx: Transaction,
  { delivery, status, isDelivered }: Health,
  parts: SendWebhookParts,
): Promise<boolean> {
  const at = parts.clock.now();
  const endpoint = await lockEndpoint(tx, delivery.endpointId);
  if (endpoint === undefined || endpoint.offReason !== null) {
    return false;
  }
  const { id, url } = endpoint;
  const failingSince = isDelivered ? null : (endpoint.failingSince ?? at);
  const offReason = failingSince && offReasonAfter({ status, failingSince }, at);
  if (failingSince?.getTime() !== endpoint.failingSince?.getTime() || offReason !== null) {
    await setEndpointHealth(tx, { id, offReason, failingSince });
  }
  if (offReason !== null) {
    const origin = { address: '', userAgent: 'webhook job' };
    const subject = { actorId: null, subjectId: id, at, origin };
    await recordAudit(tx, { action: 'webhook-endpoint.turned-off', ...subject });
    await mailTurnedOff(tx, { url, reason: offReason }, parts);
    parts.log.warn(
      { endpoint: id, host: new URL(url).host, reason: offReason },
      'webhook endpoint turned off',
    );
  }
  return offReason === null;
}

/** An endpoint that is off gets nothing; what it missed can be sent again. */
async function giveUp(
  tx: Transaction,
  delivery: Waiting,
  { clock }: SendWebhookParts,
): Promise<void> {
  const lastAnswer = 'The endpoint is off.';
  const outcome = { ...delivery, status: 'dead', lastAt: clock.now(), lastAnswer } as const;
  await saveAttempt(tx, { ...outcome, lastStatus: null, lastMs: null, nextAt: null }, undefined);
}
