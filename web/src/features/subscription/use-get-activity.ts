import { type ActivityKind, getActivity } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Events that are asked for; all if a part is left out. */
export interface ActivityFilter {
  readonly kind?: ActivityKind;
  /** uid of the person who acted. */
  readonly actorId?: string;
  /** How many days back the list goes. */
  readonly days?: number;
}

interface ActivityPart {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly filter?: ActivityFilter;
}

const noFilter: ActivityFilter = {};

/** One page of what happened; never from memory, since everything that people do adds to it. */
export function useGetActivity({ page, pageSize, filter = noFilter }: ActivityPart) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const question = { subscriptionId, page, pageSize, ...filter };

  return useQuery({
    queryKey: ['account', uid, 'subscription-activity', subscriptionId, question],
    queryFn: ({ signal }) => api.call(getActivity, question, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** People who ever did something in the project, for the filter. */
export function useGetActors() {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const question = { subscriptionId: subscription.id, page: 1, pageSize: 1, withActors: true };

  return useQuery({
    queryKey: ['account', uid, 'subscription-activity', subscription.id, question],
    queryFn: ({ signal }) => api.call(getActivity, question, { signal }),
    select: ({ actors = [] }) => actors,
    staleTime: 0,
  });
}
