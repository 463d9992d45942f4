import type { OutputOf, RefusalCode, RequestOf } from '@hearth/contract';
import { ApiError, failure } from '../api-error.ts';
import { codeOfHttpStatus, codeOfStatusWord } from '../function-code.ts';
import { noteProductTime } from '../product-time.ts';
import type { AnyEntry, Dialect } from './any-entry.ts';
import { type Destination, toRequest } from './to-request.ts';

export interface Network extends Destination {
  readonly fetch: typeof fetch;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call when its caller is gone. */
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
    const limit = limited(options.signal, timeLimitMs(entry.dialect, navigator));
    try {
      const response = await network.fetch(url, {
        ...request,
        headers: { ...request.headers, ...options.headers },
        credentials: 'same-origin',
        signal: limit.signal,
      });
      noteProductTime(response);
      if (isFile(entry) && response.ok) {
        // The server sends while it reads, for as long as there are rows.
        limit.end();
        return (await response.blob()) as unknown as OutputOf<E>;
      }
      // Page and server are one release, so the answer has the shape that the contract says.
      return (await readAnswer(entry, response)) as OutputOf<E>;
    } catch (error) {
      throw toFailure(error, entry, { limit: limit.signal, callerSignal: options.signal });
    } finally {
      limit.end();
    }
  };
}

const isFile = (entry: AnyEntry) => entry.dialect === 'document' && entry.answers === 'csv';

/** Aborts with the caller's signal, and after the time. `AbortSignal.any` is too new for Safari 17 and Firefox 120. */
function limited(callerSignal: AbortSignal | undefined, ms: number) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  callerSignal?.addEventListener('abort', abort);
  if (callerSignal?.aborted) {
    abort();
  }
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}

interface Signals {
  readonly limit: AbortSignal;
  readonly callerSignal: AbortSignal | undefined;
}

function toFailure(error: unknown, entry: AnyEntry, { limit, callerSignal }: Signals): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  if (callerSignal?.aborted) {
    return failure('cancelled', 'The call was let go.');
  }
  if (limit.aborted && entry.dialect !== 'identity') {
    return failure('deadline-exceeded', 'The server took too long to answer.');
  }
  return failure('network-request-failed', 'The server cannot be reached.');
}

const callableMs = 70_000;
const desktopMs = 30_000;
const mobileMs = 60_000;
const offlineMs = 5_000;

interface Device {
  readonly userAgent: string;
  readonly onLine: boolean;
}

function timeLimitMs(dialect: Dialect, device: Device): number {
  if (dialect === 'callable') {
    return callableMs;
  }
  const usualMs = isMobile(device) ? mobileMs : desktopMs;
  return device.onLine ? usualMs : Math.min(offlineMs, usualMs);
}

function isMobile({ userAgent }: Device): boolean {
  return /android|iphone|ipad|ipod|mobile|blackberry|webos|iemobile/i.test(userAgent);
}

interface ErrorBody {
  readonly message?: unknown;
  readonly status?: unknown;
  readonly details?: { readonly code?: unknown } | null;
}

type Body = Readonly<Record<string, unknown>> | undefined;

/** Answer of the call; throws the failure that the response means. */
async function readAnswer(entry: AnyEntry, response: Response): Promise<unknown> {
  const body = await readBody(response);
  const error = body?.error;
  if (isRecord(error)) {
    throw toApiError(entry.dialect, response, error);
  }
  if (!response.ok) {
    throw failure(codeOfHttpStatus(response.status), response.statusText, response.status);
  }
  return entry.dialect === 'callable'
    ? readEnvelope(body, response)
    : requireObject(body, response);
}

async function readBody(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function readEnvelope(body: Body, response: Response): unknown {
  if (body && 'data' in body) {
    return body.data;
  }
  if (body && 'result' in body) {
    return body.result;
  }
  throw failure('internal', 'Response is missing data field.', response.status);
}

function requireObject(body: Body, response: Response): Body {
  if (!body) {
    throw failure('internal', 'Response is not valid JSON object.', response.status);
  }
  return body;
}

function toApiError(dialect: Dialect, response: Response, error: ErrorBody): ApiError {
  const httpStatus = response.status;
  const said = typeof error.message === 'string' ? error.message : '';
  const refusal = readRefusal(error);
  if (dialect === 'identity') {
    const [identityCode = '', ...sentence] = said.split(' : ');
    const code = codeOfHttpStatus(httpStatus);
    const message = sentence.join(' : ') || identityCode;
    return new ApiError(message, { code, refusal, identityCode, httpStatus });
  }
  const code =
    typeof error.status === 'string'
      ? codeOfStatusWord(error.status)
      : codeOfHttpStatus(httpStatus);
  return new ApiError(said, { code, refusal, httpStatus });
}

function readRefusal({ details }: ErrorBody): RefusalCode | undefined {
  return typeof details?.code === 'string' ? (details.code as RefusalCode) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
