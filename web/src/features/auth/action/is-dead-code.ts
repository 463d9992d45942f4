import { isRefused } from '../../../shared/api/is-refused.ts';

/** The link will do nothing more, whatever is typed or pressed; a weak password leaves it alive. */
export function isDeadCode(failure: unknown): boolean {
  return (
    isRefused(failure, 'auth/invalid-action-code') || isRefused(failure, 'auth/expired-action-code')
  );
}
