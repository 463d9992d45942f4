import type { Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import { useConfig } from '../config/index.ts';
import { useSession } from '../session/index.ts';
import { toCurrentSubscription } from './current-subscription.ts';
import { CurrentSubscriptionContext } from './current-subscription-context.ts';
import type { FailureSentence } from './failure-sentence.ts';
import { subscriptionKey, subscriptionsKey } from './subscription-keys.ts';
import { useSubscriptionQuery } from './use-subscription-query.ts';

interface CurrentSubscriptionProviderProps {
  /** Shown while the subscription loads. */
  fallback: ReactNode;
  /** `known` is the subscription as it was last seen, where it was. */
  onFailure: (sentence: FailureSentence, known: Subscription | undefined) => void;
  children: ReactNode;
}

export function CurrentSubscriptionProvider(props: CurrentSubscriptionProviderProps) {
  const { id } = useParams();
  const config = useConfig();
  const replace = useReplaceSubscription();
  const { subscription, uid, failure } = useSubscriptionQuery(id);

  const tellFailure = useEffectEvent((sentence: FailureSentence) =>
    props.onFailure(sentence, subscription),
  );
  useEffect(() => {
    if (failure) {
      tellFailure(failure);
    }
  }, [failure]);

  if (failure || !subscription || !uid) {
    return props.fallback;
  }
  const value = { ...toCurrentSubscription(subscription, { config, uid }), replace };
  return <CurrentSubscriptionContext value={value}>{props.children}</CurrentSubscriptionContext>;
}

function useReplaceSubscription() {
  const queries = useQueryClient();
  const { account } = useSession();
  return (subscription: Subscription) => {
    const uid = account?.uid ?? '';
    queries.setQueryData(subscriptionKey(uid, subscription.id), subscription);
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
  };
}
