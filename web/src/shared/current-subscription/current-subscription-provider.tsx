import type { Subscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { useParams } from 'react-router';
import { useConfig } from '../config/index.ts';
import { useSession } from '../session/index.ts';
import { CurrentSubscriptionContext, toCurrentSubscription } from './current-subscription.ts';
import { billingKey, subscriptionKey, subscriptionsKey } from './subscription-keys.ts';
import { type FailureSentence, useSubscriptionQuery } from './use-subscription-query.ts';

interface CurrentSubscriptionProviderProps {
  /** Shown while the subscription loads. */
  fallback: ReactNode;
  /** `known` is the subscription as it was last seen, if it was. */
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

  useForgetFormerPayer(subscription, uid);
  // Renders the first view in steps, since all at once would block the browser.
  const isReady = useDeferredValue(subscription !== undefined);

  if (failure || !subscription || !isReady || !uid) {
    return props.fallback;
  }
  const value = { ...toCurrentSubscription(subscription, { config, uid }), replace };
  return <CurrentSubscriptionContext value={value}>{props.children}</CurrentSubscriptionContext>;
}

/** Hides card and address of the former owner while those of the new owner load. */
function useForgetFormerPayer(subscription: Subscription | undefined, uid = '') {
  const queries = useQueryClient();
  const seen = useRef<Subscription>(undefined);

  useEffect(() => {
    const before = seen.current;
    seen.current = subscription;
    if (before && before.id === subscription?.id && before.owner_id !== subscription.owner_id) {
      void queries.resetQueries({ queryKey: billingKey(uid, before.id) });
    }
  }, [queries, subscription, uid]);
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
