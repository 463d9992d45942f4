import type { exportRevenueRows, OutputOf, RequestOf } from '@hearth/contract';
import { sessionHeader } from '@hearth/contract';
import { ApiError } from '../api-error.ts';
import type { AnyEntry } from './any-entry.ts';
import { createSend, type Send, type SendOptions } from './send.ts';

/** The session, as far as the api needs it. */
export interface ApiSession {
  /** Makes a call with a valid ID token, or with none when nobody is signed in; again if the token is refused. */
  authorize<Answer>(call: (idToken: string | undefined) => Promise<Answer>): Promise<Answer>;
  /** Set for an operator's view: other calls than those that only read are refused before they are sent. */
  readonly readOnly?: true;
}

/** The server's refusal of what a view may not do. */
export const readOnlyRefusal = () =>
  new ApiError('Read only.', {
    code: 'permission-denied',
    refusal: 'view/read-only',
    httpStatus: 403,
  });

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
  /** Sent without the session, even if somebody is signed in: a mailed code is proof enough. */
  readonly withoutSession?: boolean;
  /** The answer may carry another session, whose refresh token belongs in the cookie. */
  readonly renewsSession?: boolean;
  /** The answer may carry another secret that belongs in a cookie. */
  readonly writesCookies?: boolean;
}

export interface Api {
  call<E extends AnyEntry>(
    entry: E,
    input: RequestOf<E>,
    options?: CallOptions,
  ): Promise<OutputOf<E>>;
  /** The file that the call answers, however long it takes. */
  download(entry: FileEntry, input: RequestOf<FileEntry>): Promise<Blob>;
}

type FileEntry = typeof exportRevenueRows;

export function createApi({ session, ...options }: ApiOptions): Api {
  const send: Send = createSend({
    apiKey: options.apiKey,
    region: options.region,
    origin: options.origin ?? '',
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  });

  return {
    call(entry, input, callOptions = {}) {
      if (session.readOnly && !entry.readOnly) {
        return Promise.reject(readOnlyRefusal());
      }
      const attempt = (idToken: string | undefined) =>
        send(entry, withIdToken(entry, input, idToken), toSendOptions(entry, callOptions, idToken));
      return callOptions.withoutSession || entry.access.kind === 'anyone'
        ? attempt(undefined)
        : session.authorize(attempt);
    },
    async download(entry, input) {
      const file: unknown = await session.authorize((idToken) =>
        send(entry, input, toSendOptions(entry, {}, idToken)),
      );
      return file as Blob;
    },
  };
}

/** The identity dialect carries the ID token in its body, and no header. */
function withIdToken<E extends AnyEntry>(
  entry: E,
  input: RequestOf<E>,
  idToken: string | undefined,
): RequestOf<E> {
  if (entry.dialect !== 'identity' || !idToken) {
    return input;
  }
  return Object.assign({ idToken }, input);
}

function toSendOptions(
  entry: AnyEntry,
  { idempotencyKey, signal, renewsSession, writesCookies }: CallOptions,
  idToken: string | undefined,
): SendOptions {
  const headers: Record<string, string> = {};
  if (entry.dialect !== 'identity' && idToken) {
    headers.authorization = `Bearer ${idToken}`;
  }
  if (idempotencyKey) {
    headers['idempotency-key'] = idempotencyKey;
  }
  if (renewsSession || writesCookies) {
    headers[sessionHeader] = 'cookie';
  }
  return signal ? { headers, signal } : { headers };
}
