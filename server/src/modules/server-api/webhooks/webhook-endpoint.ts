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
    create_time: endpoint.createdAt.toISOString(),
  };
}

export function sealSecret(secret: string, secretKey: string): Buffer {
  return seal(secret, { secretKey, purpose: 'webhooks' });
}

/** Secrets that sign now, the newest first; none where the newest was sealed under another SECRET_KEY. */
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

/** The secret; undefined where it was sealed under another SECRET_KEY. */
export function openSecret(sealed: Buffer, secretKey: string): string | undefined {
  try {
    return unseal(sealed, { secretKey, purpose: 'webhooks' });
  } catch {
    return undefined;
  }
}

/** On again, with another five days to succeed; itself where it is on. */
export function turnedOn(endpoint: StoredEndpoint): StoredEndpoint {
  return endpoint.offReason === null
    ? endpoint
    : { ...endpoint, offReason: null, failingSince: null };
}

const longestFailingMs = 5 * 86_400_000;

/** Why the endpoint is turned off after a failure; null where it stays on. */
export function offReasonAfter(
  { status, failingSince }: { readonly status: number | undefined; readonly failingSince: Date },
  at: Date,
): Exclude<OffReason, 'operator'> | null {
  if (status === 410) {
    return 'gone';
  }
  return at.getTime() - failingSince.getTime() >= longestFailingMs ? 'failing' : null;
}
