import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { isInBackground } from '../../port/background-work.ts';

type HttpClient = InstanceType<typeof Stripe.HttpClient>;

/** Limits requests to a rate that Stripe does not refuse. */
export interface RequestBudget {
  /** Waits for a turn; false where there is none in time. */
  take(boundMs: number): Promise<boolean>;
}

interface BudgetParts {
  /** Rate, and the number of requests that may be sent together after a pause. */
  readonly perSecond: number;
  /** Clock and timers, for tests. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Creates a token bucket. Jobs leave half of it to people, who therefore never wait behind them. */
export function createRequestBudget({
  perSecond,
  now = () => performance.now(),
  wait = sleep,
}: BudgetParts): RequestBudget {
  let tokens = perSecond;
  let countedAt = now();
  const refill = () => {
    const at = now();
    tokens = Math.min(perSecond, tokens + ((at - countedAt) * perSecond) / 1_000);
    countedAt = at;
  };
  return {
    async take(boundMs) {
      const until = now() + boundMs;
      const needed = isInBackground() ? 1 + perSecond / 2 : 1;
      for (refill(); tokens < needed; refill()) {
        const pauseMs = Math.ceil(((needed - tokens) * 1_000) / perSecond);
        if (now() + pauseMs > until) {
          return false;
        }
        await wait(pauseMs);
      }
      tokens -= 1;
      return true;
    },
  };
}

const firstPauseMs = 500;
const longestPauseMs = 8_000;

/**
 * A client that keeps to the budget, and repeats requests that Stripe refuses as too many (429) after
 * growing pauses, which the SDK does not do. All tries together end within the request's timeout.
 */
export function withinBudget(client: HttpClient, budget: RequestBudget | undefined): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const [host, port, path, method, headers, body, protocol, timeoutMs] = request;
      const until = performance.now() + timeoutMs;
      const leftMs = () => Math.max(0, until - performance.now());
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        if (budget && !(await budget.take(leftMs()))) {
          throw Stripe.HttpClient.makeTimeoutError();
        }
        const boundMs = Math.max(1, leftMs());
        const answer = await client.makeRequest(
          ...([host, port, path, method, headers, body, protocol, boundMs] as const),
        );
        // Random pauses keep processes apart that were refused together.
        const nextMs = (pauseMs * (1 + Math.random())) / 2;
        // A request that is sent just before the deadline would time out, although Stripe may carry it out.
        const isTooLate = nextMs * 2 >= leftMs();
        if (answer.getStatusCode() !== 429 || isTooLate) {
          return answer;
        }
        // Reading the answer frees its connection.
        await answer.toJSON().catch(() => undefined);
        await sleep(nextMs);
      }
    },
  };
}
