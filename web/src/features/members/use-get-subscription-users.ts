import { getSubscriptionUsers } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

export interface UsersPart {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Empty for everybody. */
  readonly search: string;
}

/** One page of the users, or everybody; what is shown stays while the next page comes. */
export function useGetSubscriptionUsers(part?: UsersPart) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const everyPart = subscriptionUsersKey(uid, subscriptionId);

  return useQuery({
    queryKey: [...everyPart, part ?? 'everybody'],
    queryFn: ({ signal }) =>
      api.call(getSubscriptionUsers, { subscriptionId, ...(part && toRequest(part)) }, { signal }),
    // Never the people of another subscription.
    placeholderData: (shown, query) =>
      everyPart.every((name, at) => query?.queryKey[at] === name) ? shown : undefined,
  });
}

function toRequest({ page, pageSize, search }: UsersPart) {
  return { page, pageSize, ...(search && { search }) };
}
