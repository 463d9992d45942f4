import { listSessions } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { sessionsKey } from './account-keys.ts';

export function useListSessions() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: sessionsKey(uid),
    queryFn: ({ signal }) => api.call(listSessions, {}, { signal }),
  });
}
