import type { RefusalCode } from '@hearth/contract';
import { ApiError } from '../api/api-error.ts';

const ends: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'auth/token-expired',
  'auth/user-disabled',
  'auth/account-deleted',
  'auth/invalid-id-token',
  'auth/invalid-refresh-token',
]);

const identityEnds: ReadonlySet<string> = new Set([
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_ID_TOKEN',
  'INVALID_REFRESH_TOKEN',
]);

/** Whether the server says that the session behind a call is over for good. */
export function isSessionEnd(error: unknown): boolean {
  if (!(error instanceof ApiError)) {
    return false;
  }
  const byRefusal = error.refusal !== undefined && ends.has(error.refusal);
  return byRefusal || (error.identityCode !== undefined && identityEnds.has(error.identityCode));
}
