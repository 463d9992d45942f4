import type { WebhookEndpoint } from '@hearth/contract';
import { seal, unseal } from '../../../platform/seal.ts';

export type OffReason = 'operator' | 'gone' | 'failing';

/** An address of a program that events are sent to. */
export interface StoredEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  /** Types of events that it gets; empty for all. */
  readonly types: readonly string[];
  readonly sealedSecret: Buffer;
  readonly sealedOldSecret: Buffer | null;
  /** Until when the old secret signs too. */
  readonly oldSecretUntil: Date | null;
  /** API key and idempotency key of the request that made the present secret. */
  readonly rotationKey: string | null;
  /** Null while it is on. */
  readonly offReason: OffReason | null;
  /** First failure since the last success. */
  readonly failingSince: Date | null;
  /** Failures since the last success. */
  readonly failures: number;
  /** Whether nothing is sent for now, after several failures. */
  readonly isPaused: boolean;
  /** Since when so many deliveries wait that no new ones are written; null otherwise. */
  readonly fullSince: Date | null;
  /** When the first event got no delivery because too many waited; null once all were sent again. */
  readonly missedSince: Date | null;
  readonly createdAt: Date;
}

export function toEndpointDocument(endpoint: StoredEndpoint): WebhookEndpoint {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    types: [...endpoint.types],
    state: endpoint.offReason === null ? 'on' : 'off',
    off_reason: endpoint.offReason,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    full_since: endpoint.fullSince?.toISOString() ?? null,
    missed_since: endpoint.missedSince?.toISOString() ?? null,
    create_time: endpoint.createdAt.toISOString(),
  };
}

export function sealSecret(secret: string, secretKey: string): Buffer {
  return seal(secret, { secretKey, purpose: 'webhooks' });
}

/** Secrets that sign now, the newest first; none if the newest was sealed under another SECRET_KEY. */
export function secretsOf(
  { sealedSecret, sealedOldSecret, oldSecretUntil }: StoredEndpoint,
  { secretKey, at }: { readonly secretKey: string; readonly at: Date },
): string[] {
  const newest = openSecret(sealedSecret, secretKey);
  if (newest === undefined) {
    return [];
  }
  const isOldUsed = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > at;
  const old = isOldUsed ? openSecret(sealedOldSecret, secretKey) : undefined;
  return old === undefined ? [newest] : [newest, old];
}

/** The secret; undefined if it was sealed under another SECRET_KEY. */
export function openSecret(sealed: Buffer, secretKey: string): string | undefined {
  try {
    return unseal(sealed, { secretKey, purpose: 'webhooks' });
  } catch {
    return undefined;
  }
}

/** Turned on again, with another five days to succeed; unchanged if it is on. */
export function turnedOn(endpoint: StoredEndpoint): StoredEndpoint {
  return endpoint.offReason === null
    ? endpoint
    : { ...endpoint, offReason: null, failingSince: null, failures: 0, isPaused: false };
}

/** Failures without a success between them, from which on an endpoint gets one delivery at a time. */
const fewFailures = 5;
const secondMs = 1_000;
const longestPauseMs = 60 * secondMs;

/** Deliveries that may be under way to the endpoint. */
export function placesOf({ failures }: Pick<StoredEndpoint, 'failures'>, most: number): number {
  return failures < fewFailures ? most : 1;
}

/** How long nothing is sent after so many failures: a second more with each, up to a minute. */
export function pauseAfterFailures(failures: number): number {
  return Math.min(Math.max(0, failures - fewFailures + 1) * secondMs, longestPauseMs);
}

const longestFailingMs = 5 * 86_400_000;

/** Why the endpoint is turned off after a failure; null if it stays on. */
export function offReasonAfter(
  { status, failingSince }: { readonly status: number | undefined; readonly failingSince: Date },
  at: Date,
): Exclude<OffReason, 'operator'> | null {
  if (status === 410) {
    return 'gone';
  }
  return at.getTime() - failingSince.getTime() >= longestFailingMs ? 'failing' : null;
}
