import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';

type HttpClient = InstanceType<typeof Stripe.HttpClient>;

/** Deadline of a whole call with all its requests and retries, below a minute. */
const wholeCallMs = 55_000;

const deadlines = new AsyncLocalStorage<number>();

/** Sets one deadline for all requests of the work. */
export function withDeadline<Result>(
  work: () => Promise<Result>,
  boundMs = wholeCallMs,
): Promise<Result> {
  return deadlines.run(performance.now() + boundMs, work);
}

/** A client whose requests end at the deadline of their call. */
export function withinCall(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const [host, port, path, method, headers, body, protocol, timeoutMs] = request;
      const leftMs = (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
      if (leftMs <= 0) {
        throw Stripe.HttpClient.makeTimeoutError();
      }
      const boundMs = Math.min(timeoutMs, leftMs);
      return client.makeRequest(host, port, path, method, headers, body, protocol, boundMs);
    },
  };
}
