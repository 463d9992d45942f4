import type { HearthConfig } from '@hearth/contract';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { JobLog } from '../../../platform/jobs/job-log.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { mailOperators, type OperatorServices, type Services } from '../../identity/index.ts';
import { toEvent } from '../event.ts';
import type { WebhookServices } from './operation.ts';
import { type Attempt, postWebhook } from './post-webhook.ts';
import { pauseAfter } from './retry-schedule.ts';
import {
  type DeliveryWithEvent,
  type StoredDelivery,
  saveAttempt,
} from './webhook-delivery-store.ts';
import {
  type OffReason,
  offReasonAfter,
  pauseAfterFailures,
  type StoredEndpoint,
  secretsOf,
} from './webhook-endpoint.ts';
import { lockEndpoint, setEndpointHealth } from './webhook-endpoint-store.ts';
import { signWebhook } from './webhook-signature.ts';

export interface SendWebhookParts extends OperatorServices, Pick<Services, 'site'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: HearthConfig;
  readonly webhooks: WebhookServices['webhooks'];
  readonly log: Pick<JobLog, 'warn'>;
}

/** One attempt of a delivery; if it fails, the next one is due later. */
export async function sendDelivery(
  delivery: DeliveryWithEvent,
  endpoint: StoredEndpoint,
  { parts, inTurn }: { readonly parts: SendWebhookParts; readonly inTurn: InTurn },
): Promise<void> {
  const attempt = await send(delivery, endpoint, parts);
  await inTurn(() => settle({ delivery, endpoint, attempt }, parts));
}

/** Runs work on the database beside not too many others. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

async function send(
  { event }: DeliveryWithEvent,
  endpoint: StoredEndpoint,
  { clock, settings, webhooks }: SendWebhookParts,
): Promise<Attempt> {
  const { id, ...rest } = toEvent(event, settings);
  const body = JSON.stringify({ id, ...rest });
  // Receivers compare it with their own clock, so it is the machine's time even if product time was moved.
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
  readonly delivery: DeliveryWithEvent;
  /** As it was before the attempt. */
  readonly endpoint: StoredEndpoint;
  readonly attempt: Attempt;
}

async function settle(
  { delivery, endpoint, attempt }: Settling,
  parts: SendWebhookParts,
): Promise<void> {
  const { db } = parts;
  const { status } = attempt;
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  // Nothing to note about most deliveries, so they take no lock of the endpoint.
  if (isDelivered && endpoint.failures === 0 && endpoint.failingSince === null) {
    await saveOutcome(db, { delivery, attempt, isDelivered, isOn: true }, parts);
    return;
  }
  await db.transaction().execute(async (tx) => {
    const isOn = await noteHealth(tx, { delivery, status, isDelivered }, parts);
    await saveOutcome(tx, { delivery, attempt, isDelivered, isOn }, parts);
  });
}

interface AttemptOutcome extends Omit<Settling, 'endpoint'> {
  readonly isDelivered: boolean;
  /** Whether the endpoint is still on. */
  readonly isOn: boolean;
}

async function saveOutcome(
  db: Database,
  { delivery, attempt, isDelivered, isOn }: AttemptOutcome,
  { clock }: SendWebhookParts,
): Promise<void> {
  const at = clock.now();
  const { status, answer, ms } = attempt;
  const attempts = delivery.attempts + 1;
  const pauseMs = isDelivered || !isOn ? undefined : pauseAfter(attempts);
  const failed = pauseMs === undefined ? 'dead' : 'waiting';
  const outcome = {
    id: delivery.id,
    endpointId: delivery.endpointId,
    revision: delivery.revision,
    status: isDelivered ? 'delivered' : failed,
    attempts,
    lastAt: at,
    lastStatus: status ?? null,
    lastAnswer: answer,
    lastMs: ms,
    nextAt: pauseMs === undefined ? null : new Date(at.getTime() + pauseMs),
  } as const;
  await saveAttempt(db, outcome, pauseMs);
}

/** Notes success or failure of the endpoint, and turns it off if it is gone; answers whether it is on. */
async function noteHealth(
  tx: Transaction,
  {
    delivery,
    status,
    isDelivered,
  }: {
    readonly delivery: StoredDelivery;
    readonly status: number | undefined;
    readonly isDelivered: boolean;
  },
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
  const failures = isDelivered ? 0 : endpoint.failures + 1;
  const pauseMs = pauseAfterFailures(failures);
  await setEndpointHealth(tx, { id, offReason, failingSince, failures, pauseMs });
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

/** Mails each operator that an endpoint was turned off. */
async function mailTurnedOff(
  tx: Transaction,
  { url, reason }: { readonly url: string; readonly reason: Exclude<OffReason, 'operator'> },
  services: OperatorServices & Pick<Services, 'site'>,
): Promise<void> {
  const link = `${services.site.publicUrl}/operator/webhooks`;
  const { host } = new URL(url);
  await mailOperators(
    tx,
    (name) => ({ kind: 'webhook-endpoint-off', name, host, reason, link }),
    services,
  );
}
