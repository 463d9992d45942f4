import Stripe from 'stripe';
import { withinCall } from './call-deadline.ts';
import { createRequestBudget, withinBudget } from './request-budget.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** More than one while they are being rotated. */
  readonly webhookSecrets: readonly string[];
  /** Another server than Stripe's own, for tests. */
  readonly apiBase?: string;
  /** How long one request may take; 20 s where it is left out. */
  readonly timeoutMs?: number;
  /** Names this installation in the metadata of what it makes. */
  readonly installation?: string;
  /** Of this process; without a bound where it is left out. */
  readonly requestsPerSecond?: number;
}

/** The one account that is talked to. */
export interface Connection {
  /** Undefined in tests of the provider alone. */
  readonly installation: string | undefined;
  readonly stripe: Stripe;
  readonly isLive: boolean;
  /** As it was last read; null while it was not, and where the key may not read it. */
  readonly account: { id: string | null };
  /** What prices charge, in minor units, by id; Stripe never changes that of a price. */
  readonly unitAmounts: Map<string, number>;
}

const defaultTimeoutMs = 20_000;

export function connect({
  secretKey,
  apiBase,
  timeoutMs,
  installation,
  requestsPerSecond,
}: StripeSettings): Connection {
  const budget =
    requestsPerSecond === undefined
      ? undefined
      : createRequestBudget({ perSecond: requestsPerSecond });
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: timeoutMs ?? defaultTimeoutMs,
    maxNetworkRetries: 1,
    httpClient: withinCall(withinBudget(Stripe.createNodeHttpClient(), budget)),
    telemetry: false,
    ...(apiBase && toHost(new URL(apiBase))),
  });
  return {
    installation,
    stripe,
    isLive: isLiveKey(secretKey),
    account: { id: null },
    unitAmounts: new Map(),
  };
}

/** Stripe repeats its first answer to a key; what has happened since is not in it. */
export function isReplay({ lastResponse }: Stripe.Response<object>): boolean {
  return lastResponse.headers['idempotent-replayed'] === 'true';
}

export function isLiveKey(key: string): boolean {
  return /^(sk|rk|pk)_live_/.test(key);
}

function toHost({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}
