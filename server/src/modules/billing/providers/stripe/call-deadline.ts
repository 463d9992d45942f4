import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';

type HttpClient = InstanceType<typeof Stripe.HttpClient>;

/** Below a minute together, however many requests and retries a call is made of. */
const wholeCallMs = 55_000;

const deadlines = new AsyncLocalStorage<number>();

/** Bounds all requests that the work makes, together. */
export function withDeadline<Result>(
  work: () => Promise<Result>,
  boundMs = wholeCallMs,
): Promise<Result> {
  return deadlines.run(performance.now() + boundMs, work);
}

/** A client whose requests never wait longer than is left of the call that they belong to. */
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
