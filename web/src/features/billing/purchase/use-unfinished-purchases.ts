import {
  listSubscriptions,
  type PublicConfig,
  type PublicPlan,
  type Subscription,
} from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../shared/api/index.ts';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { subscriptionsKey } from '../../../shared/current-subscription/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

export interface UnfinishedPurchase {
  readonly subscription: Subscription;
  readonly plan: PublicPlan;
}

/**
 * The person's own first payments that wait for their bank, as they were when the page was opened:
 * one that begins on the page itself is not among them. Undefined while that is not known.
 */
export function useUnfinishedPurchases(): readonly UnfinishedPurchase[] | undefined {
  const api = useApi();
  const config = useConfig();
  const { uid } = useAccount();
  const [seen, setSeen] = useState<readonly UnfinishedPurchase[]>();
  const { data, isError, isFetching } = useQuery({
    queryKey: subscriptionsKey(uid),
    queryFn: ({ signal }) => api.call(listSubscriptions, {}, { signal }),
  });

  if (!seen && data && !isFetching) {
    setSeen(toUnfinished(data.subscriptions, { config, uid }));
  }
  // Where the list cannot be had, the plans can be chosen all the same.
  return seen ?? (isError ? [] : undefined);
}

interface Reader {
  readonly config: PublicConfig;
  readonly uid: string;
}

function toUnfinished(
  subscriptions: readonly Subscription[],
  { config, uid }: Reader,
): readonly UnfinishedPurchase[] {
  return subscriptions
    .filter(({ owner_id, status }) => owner_id === uid && status === 'incomplete')
    .flatMap((subscription) => {
      const plan = planById(config, subscription.plan_id);
      return plan ? [{ subscription, plan }] : [];
    });
}
