import { ApiError } from '../api/index.ts';

/** Keys of the sentences under `errors.subscriptionContext`. */
export type FailureSentence =
  | 'noSubscriptionId'
  | 'unauthenticated'
  | 'notFound'
  | 'accessDenied'
  | 'fetchFailed';

export function toFailureSentence(error: unknown): FailureSentence {
  const code = error instanceof ApiError ? error.code : 'unknown';
  switch (code) {
    case 'permission-denied':
      return 'accessDenied';
    case 'not-found':
      return 'notFound';
    case 'unauthenticated':
      return 'unauthenticated';
    default:
      return 'fetchFailed';
  }
}
