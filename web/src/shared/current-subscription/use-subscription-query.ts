import { getSubscription, type Subscription, subscriptionIdShape } from '@hearth/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ApiError, useApi } from '../api/index.ts';
import { isRefused } from '../api-error.ts';
import { useConfig } from '../config/index.ts';
import { useSession } from '../session/index.ts';
import { isMember } from './current-subscription.ts';
import { subscriptionKey } from './subscription-keys.ts';

const mostRetries = 2;

/** Loads the subscription, and says in which of the six ways that failed. */
export function useSubscriptionQuery(id: string | undefined) {
  const api = useApi();
  const config = useConfig();
  const { status, account } = useSession();
  const uid = account?.uid;

  const query = useQuery({
    queryKey: subscriptionKey(uid ?? '', id ?? ''),
    queryFn:
      id && uid
        ? ({ signal }) => api.call(getSubscription, { subscriptionId: id }, { signal })
        : skipToken,
    retry: (failures, error) => failures < mostRetries && isPassing(error),
  });

  return { subscription: query.data, uid, failure: failureBefore() ?? failureAfter() };

  function failureBefore(): FailureSentence | undefined {
    if (!id) {
      return 'noSubscriptionId';
    }
    return status === 'signed-out' ? 'unauthenticated' : undefined;
  }

  function failureAfter(): FailureSentence | undefined {
    if (uid && query.data && !isMember(query.data, { config, uid })) {
      return 'accessDenied';
    }
    return query.error ? failureOf(query.error, { id, known: query.data }) : undefined;
  }
}

interface QueriedSubscription {
  readonly id: string | undefined;
  /** The subscription as last seen. */
  readonly known: Subscription | undefined;
}

function failureOf(error: Error, asked: QueriedSubscription): FailureSentence | undefined {
  const sentence = toFailureSentence(error);
  switch (sentence) {
    case 'fetchFailed':
    case 'unauthenticated':
      // The record on screen stays there while only its renewal fails, or until the person has signed in again.
      return asked.known ? undefined : sentence;
    case 'accessDenied':
      return isGone(asked) ? 'notFound' : sentence;
    default:
      return sentence;
  }
}

/**
 * The server answers a foreign and an unknown id alike. Here the id is malformed, or belonged to the person's own
 * declined first payment, so no access was lost.
 */
function isGone({ id = '', known }: QueriedSubscription): boolean {
  return known ? known.status === 'incomplete' : !subscriptionIdShape.test(id);
}

function isPassing(error: Error): boolean {
  return error instanceof ApiError && toFailureSentence(error) === 'fetchFailed';
}

/** Keys of the sentences under `errors.subscriptionContext`. */
export type FailureSentence =
  | 'noSubscriptionId'
  | 'unauthenticated'
  | 'notFound'
  | 'accessDenied'
  | 'secondFactorRequired'
  | 'fetchFailed';

function toFailureSentence(error: unknown): FailureSentence {
  if (isRefused(error, 'access/second-factor-required')) {
    return 'secondFactorRequired';
  }
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
