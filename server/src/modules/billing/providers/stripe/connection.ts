import Stripe from 'stripe';
import type { ProviderAccount } from '../../port/payment-provider.ts';
import { withinCall } from './call-deadline.ts';
import { createRequestBudget, withinBudget } from './request-budget.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** More than one secret while they are rotated. */
  readonly webhookSecrets: readonly string[];
  /** Another server than Stripe's own, for tests. */
  readonly apiBase?: string;
  /** Answers in this process, in place of a server. */
  readonly fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Timeout of one request; 20 s by default. */
  readonly timeoutMs?: number;
  /** Prices that plans have or had. A plan change leaves items of other prices as they are. */
  readonly planPrices?: readonly string[];
  /** Id of this installation, for the metadata of its objects. */
  readonly installation?: string;
  /** Requests per second of this process; unlimited by default. */
  readonly requestsPerSecond?: number;
}

/** Fixed amount that is charged once per interval. */
export interface PriceTerms {
  /** Minor units. */
  readonly amount: number;
  /** Stripe's name of the interval, and how many of them make a period. */
  readonly interval: string;
  readonly intervalCount: number;
}

/** Connection to one account. */
export interface Connection {
  /** Undefined in tests of the provider alone. */
  readonly installation: string | undefined;
  readonly stripe: Stripe;
  readonly isLive: boolean;
  /** Id of the account; null before it is read, and where the key may not read it. */
  readonly account: { id: string | null };
  /** Terms of prices, by id. Stripe never changes the amount and the interval of a price. */
  readonly priceTerms: Map<string, PriceTerms>;
  /** Prices that plans have or had. */
  readonly planPrices: ReadonlySet<string>;
}

const defaultTimeoutMs = 20_000;

/** Version of the API that we speak, and that the endpoint of events must have. */
export const neededVersion = '2026-10-28.endive';

export function connect({
  secretKey,
  apiBase,
  fetch,
  timeoutMs,
  planPrices,
  installation,
  requestsPerSecond,
}: StripeSettings): Connection {
  const budget =
    requestsPerSecond === undefined
      ? undefined
      : createRequestBudget({ perSecond: requestsPerSecond });
  const client = fetch ? Stripe.createFetchHttpClient(fetch) : Stripe.createNodeHttpClient();
  const stripe = new Stripe(secretKey, {
    apiVersion: neededVersion,
    timeout: timeoutMs ?? defaultTimeoutMs,
    maxNetworkRetries: 1,
    httpClient: withinCall(withinBudget(client, budget)),
    telemetry: false,
    ...(apiBase && toHost(new URL(apiBase))),
  });
  return {
    installation,
    stripe,
    isLive: isLiveKey(secretKey),
    account: { id: null },
    priceTerms: new Map(),
    planPrices: new Set(planPrices),
  };
}

/** Whether Stripe repeated its first answer to a key, which does not show later changes. */
export function isReplay({ lastResponse }: Stripe.Response<object>): boolean {
  const name = 'idempotent-replayed';
  // The SDK passes on what the server gave it: of a `fetch`, that is a response of the Web.
  const headers: Headers | Readonly<Record<string, string>> = lastResponse.headers;
  return (headers instanceof Headers ? headers.get(name) : headers[name]) === 'true';
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

/** Restricted keys may not read the account (403), but show their mode. */
export async function readAccount(connection: Connection): Promise<ProviderAccount> {
  const mode = connection.isLive ? 'live' : 'test';
  try {
    const { id } = await connection.stripe.accounts.retrieveCurrent();
    connection.account.id = id;
    return { id, mode };
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) {
      return { id: null, mode };
    }
    throw error;
  }
}
