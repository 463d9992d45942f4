import { listSubscriptions } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

export function useListSubscriptions({ enabled = true } = {}) {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: subscriptionsKey(uid),
    queryFn: ({ signal }) => api.call(listSubscriptions, {}, { signal }),
    enabled,
  });
}
