import { getUser } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useAccount } from '../../shared/session/index.ts';

export function useGetUser() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: ['account', uid, 'user'],
    queryFn: ({ signal }) => api.call(getUser, { uid }, { signal }),
  });
}
