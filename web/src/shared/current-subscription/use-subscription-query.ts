import { getSubscription } from '@hearth/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ApiError, useApi } from '../api/index.ts';
import { useConfig } from '../config/index.ts';
import { useSession } from '../session/index.ts';
import { isMember } from './current-subscription.ts';
import { type FailureSentence, toFailureSentence } from './failure-sentence.ts';
import { subscriptionKey } from './subscription-keys.ts';

const mostRetries = 2;

/** Loads the subscription, and says in which of the five ways that failed. */
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
    return query.error ? failureOf(query.error, query.data !== undefined) : undefined;
  }
}

/** What is on screen stays there while only its renewal fails. */
function failureOf(error: Error, isLoaded: boolean): FailureSentence | undefined {
  const sentence = toFailureSentence(error);
  return isLoaded && sentence === 'fetchFailed' ? undefined : sentence;
}

function isPassing(error: Error): boolean {
  return error instanceof ApiError && toFailureSentence(error) === 'fetchFailed';
}
