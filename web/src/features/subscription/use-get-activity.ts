import { type ActivityKind, getActivity } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

interface ActivityPart {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Undefined for all kinds. */
  readonly kind?: ActivityKind | undefined;
}

/** One page of what happened; never from memory, since everything that people do adds to it. */
export function useGetActivity({ page, pageSize, kind }: ActivityPart) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const question = { subscriptionId, page, pageSize, ...(kind && { kind }) };

  return useQuery({
    queryKey: ['account', uid, 'subscription-activity', subscriptionId, { page, pageSize, kind }],
    queryFn: ({ signal }) => api.call(getActivity, question, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
