import type { RefusalCode } from '@hearth/contract';
import { ApiError } from './api-error.ts';

/** Whether a call was refused for this very reason. */
export function isRefused(error: unknown, code: RefusalCode): boolean {
  return error instanceof ApiError && error.refusal === code;
}
