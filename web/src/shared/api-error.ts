import type { RefusalCode } from '@hearth/contract';
import type { FunctionCode } from './function-code.ts';

interface ApiFailure {
  readonly code: FunctionCode;
  /** Our own code of the refusal, if the server sent it. */
  readonly refusal: RefusalCode | undefined;
  /** Code of the Identity Toolkit protocol, such as EMAIL_EXISTS. */
  readonly identityCode?: string;
  /** 0 if no answer came. */
  readonly httpStatus: number;
}

/** A call that was understood and refused, or that never got an answer. `message` is the server's sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: FunctionCode;
  readonly refusal: RefusalCode | undefined;
  readonly identityCode?: string;
  readonly httpStatus: number;

  constructor(message: string, failure: ApiFailure) {
    super(message);
    this.code = failure.code;
    this.refusal = failure.refusal;
    this.httpStatus = failure.httpStatus;
    if (failure.identityCode !== undefined) {
      this.identityCode = failure.identityCode;
    }
  }
}

/** A failure without a refusal: the network's, the clock's or the server's. */
export function failure(code: FunctionCode, message: string, httpStatus = 0): ApiError {
  return new ApiError(message, { code, refusal: undefined, httpStatus });
}

const passing: readonly string[] = [
  'network-request-failed',
  'deadline-exceeded',
  'unavailable',
  'internal',
];

/** Whether another try may succeed; a refusal is final. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.code);
}

/** Whether a call was refused for this very reason. */
export function isRefused(error: unknown, code: RefusalCode): boolean {
  return error instanceof ApiError && error.refusal === code;
}
