import type { RefusalCode } from '@hearth/contract';
import type { AnyEntry, Dialect } from './any-entry.ts';
import { ApiError, failure } from './api-error.ts';
import { codeOfHttpStatus, codeOfStatusWord } from './function-code.ts';

interface ErrorBody {
  readonly message?: unknown;
  readonly status?: unknown;
  readonly details?: { readonly code?: unknown } | null;
}

type Body = Readonly<Record<string, unknown>> | undefined;

/** Answer of the call; throws the failure that the response stands for. */
export async function readAnswer(entry: AnyEntry, response: Response): Promise<unknown> {
  const body = await readBody(response);
  const error = body?.error;
  if (isRecord(error)) {
    throw toApiError(entry.dialect, response, error);
  }
  if (!response.ok) {
    throw failure(codeOfHttpStatus(response.status), response.statusText, response.status);
  }
  if (entry.dialect === 'identity' && body?.mfaPendingCredential !== undefined) {
    throw secondFactorNeeded(response);
  }
  return entry.dialect === 'callable'
    ? readEnvelope(body, response)
    : requireObject(body, response);
}

/** Hearth asks for none; an identity service in front of it may, and answers so with 200 and without tokens. */
function secondFactorNeeded({ status: httpStatus }: Response): ApiError {
  const code = 'multi-factor-auth-required';
  const identityCode = 'MULTI_FACTOR_AUTH_REQUIRED';
  return new ApiError(identityCode, { code, refusal: undefined, identityCode, httpStatus });
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
