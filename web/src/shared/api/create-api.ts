import type { OutputOf, RequestOf } from '@hearth/contract';
import type { AnyEntry } from './any-entry.ts';
import { ApiError } from './api-error.ts';
import { createSend, type Send, type SendOptions } from './send.ts';

/** What the api needs of whoever keeps the session. */
export interface ApiSession {
  /** A living ID token, or nothing when nobody is signed in. */
  idToken(): Promise<string | undefined>;
  /** Tells that a call with this ID token failed, so that an ended session can be left. */
  noteFailure(error: ApiError, idToken: string): void;
}

interface ApiOptions {
  readonly apiKey: string;
  readonly region: string;
  readonly origin?: string;
  readonly fetch?: typeof fetch;
  readonly session: ApiSession;
}

export interface CallOptions {
  /** One per form mount: the same key with the same body gets the first answer again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Api {
  call<E extends AnyEntry>(
    entry: E,
    input: RequestOf<E>,
    options?: CallOptions,
  ): Promise<OutputOf<E>>;
}

export function createApi({ session, ...options }: ApiOptions): Api {
  const send: Send = createSend({
    apiKey: options.apiKey,
    region: options.region,
    origin: options.origin ?? '',
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  });

  return {
    async call(entry, input, callOptions = {}) {
      const idToken = await session.idToken();
      try {
        return await send(
          entry,
          withIdToken(entry, input, idToken),
          toSendOptions(entry, callOptions, idToken),
        );
      } catch (error) {
        if (idToken && error instanceof ApiError) {
          session.noteFailure(error, idToken);
        }
        throw error;
      }
    },
  };
}

/** The identity dialect carries the ID token in its body, and only where somebody must be signed in. */
function withIdToken<E extends AnyEntry>(
  entry: E,
  input: RequestOf<E>,
  idToken: string | undefined,
): RequestOf<E> {
  if (entry.dialect !== 'identity' || entry.access.kind === 'anyone' || !idToken) {
    return input;
  }
  return Object.assign({ idToken }, input);
}

function toSendOptions(
  entry: AnyEntry,
  { idempotencyKey, signal }: CallOptions,
  idToken: string | undefined,
): SendOptions {
  const headers: Record<string, string> = {};
  if (entry.dialect !== 'identity' && idToken) {
    headers.authorization = `Bearer ${idToken}`;
  }
  if (idempotencyKey) {
    headers['idempotency-key'] = idempotencyKey;
  }
  return signal ? { headers, signal } : { headers };
}
