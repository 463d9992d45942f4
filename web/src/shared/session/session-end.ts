import { ApiError } from '../api-error.ts';
import type { SignedOutReason } from './session-state.ts';

/** Refusals, and the protocol's own words for them if an answer carries none. */
const disabledWords = ['auth/user-disabled', 'USER_DISABLED'];
const deletedWords = ['auth/account-deleted', 'USER_NOT_FOUND'];
const accountWords = [...disabledWords, ...deletedWords];
const tokenWords = [
  'auth/token-expired',
  'auth/invalid-id-token',
  'TOKEN_EXPIRED',
  'INVALID_ID_TOKEN',
];
const refreshWords = ['auth/invalid-refresh-token', 'INVALID_REFRESH_TOKEN'];

function says(error: unknown, words: readonly (string | undefined)[]): boolean {
  return (
    error instanceof ApiError &&
    [error.refusal, error.identityCode].some((word) => words.includes(word))
  );
}

/** Why nobody is signed in any more, after a failure that ended the session. */
export function reasonOf(error: unknown): SignedOutReason {
  if (says(error, deletedWords)) {
    return 'deleted';
  }
  return says(error, disabledWords) ? 'disabled' : 'ended';
}

/** Whether nobody can be signed in to this account any more. */
export function isAccountOver(error: unknown): boolean {
  return says(error, accountWords);
}

/** Whether the server does not take the ID token; a new one may do. */
export function isTokenRefused(error: unknown): boolean {
  return says(error, tokenWords) || (error instanceof ApiError && error.code === 'unauthenticated');
}

/** Whether the server says that the session behind a call has ended permanently. */
export function isSessionEnd(error: unknown): boolean {
  return says(error, [...accountWords, ...tokenWords, ...refreshWords]);
}
