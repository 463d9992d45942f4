import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { isInBackground } from '../../port/background-work.ts';

type HttpClient = InstanceType<typeof Stripe.HttpClient>;

/** How many requests may be sent, so that Stripe does not have to refuse them. */
export interface RequestBudget {
  /** Waits for a turn; false where none comes in time. */
  take(boundMs: number): Promise<boolean>;
}

interface BudgetParts {
  /** Also how many may be sent together after a pause. */
  readonly perSecond: number;
  /** The clock and its timers, for tests. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** A token bucket. Jobs leave half of it to people, who so never wait behind them. */
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
 * A client that keeps to the budget, and sends what Stripe refuses as too much (429) again after
 * pauses that grow; the SDK does not. All of it takes no longer than the request was given.
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
        // Processes that were refused together do not come back together.
        const nextMs = (pauseMs * (1 + Math.random())) / 2;
        // A request that is sent in the last moments times out, though Stripe may carry it out.
        const isTooLate = nextMs * 2 >= leftMs();
        if (answer.getStatusCode() !== 429 || isTooLate) {
          return answer;
        }
        // Or its connection would be kept busy.
        await answer.toJSON().catch(() => undefined);
        await sleep(nextMs);
      }
    },
  };
}
