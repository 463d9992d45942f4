import { listInvites } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { invitesKey } from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

/** Pending invites to the signed-in person, and how many wait for the address to be verified. */
export function useListInvites() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: invitesKey(uid),
    queryFn: ({ signal }) => api.call(listInvites, {}, { signal }),
  });
}
