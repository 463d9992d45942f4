import type { OutputOf, RequestOf } from '@hearth/contract';
import type { AnyEntry } from './any-entry.ts';
import { ApiError, failure } from './api-error.ts';
import { readAnswer } from './read-answer.ts';
import { timeLimitMs } from './time-limit.ts';
import { type Destination, toRequest } from './to-request.ts';

export interface Network extends Destination {
  readonly fetch: typeof fetch;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets go of the call when its asker is gone. */
  readonly signal?: AbortSignal;
}

/** Makes one call of the contract over the network; knows no session. */
export type Send = <E extends AnyEntry>(
  entry: E,
  input: RequestOf<E>,
  options?: SendOptions,
) => Promise<OutputOf<E>>;

export function createSend(network: Network): Send {
  return async <E extends AnyEntry>(entry: E, input: RequestOf<E>, options: SendOptions = {}) => {
    const { url, ...request } = toRequest(entry, input as Record<string, unknown>, {
      ...network,
      language: document.documentElement.lang,
    });
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimitMs(entry.dialect, navigator));
    const signals = options.signal ? [limit.signal, options.signal] : [limit.signal];
    try {
      const response = await network.fetch(url, {
        ...request,
        headers: { ...request.headers, ...options.headers },
        credentials: 'same-origin',
        signal: AbortSignal.any(signals),
      });
      // Page and server are one release, so the answer has the shape that the contract says.
      return (await readAnswer(entry, response)) as OutputOf<E>;
    } catch (error) {
      throw toFailure(error, entry, { limit: limit.signal, asker: options.signal });
    } finally {
      clearTimeout(timer);
    }
  };
}

interface Signals {
  readonly limit: AbortSignal;
  readonly asker: AbortSignal | undefined;
}

function toFailure(error: unknown, entry: AnyEntry, { limit, asker }: Signals): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  if (asker?.aborted) {
    return failure('cancelled', 'The call was let go.');
  }
  if (limit.aborted && entry.dialect !== 'identity') {
    return failure('deadline-exceeded', 'The server took too long to answer.');
  }
  return failure('network-request-failed', 'The server cannot be reached.');
}
