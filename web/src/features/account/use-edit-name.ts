import { updateUser } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { userKey } from './account-keys.ts';
import { useAccountChange } from './use-account-change.ts';

/** Saves the name; the top bar and every list show it at once. */
export function useEditName() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useAccount();
  const { reload } = useSession();
  const { shortMs } = useConfig().redirectDelays;
  const change = useAccountChange({
    pauseMs: shortMs,
    goOn: () => void navigate(paths.profile),
  });

  function save(name: string) {
    return change.send(async () => {
      const user = await api.call(updateUser, { uid, display_name: name });
      void queries.invalidateQueries();
      queries.setQueryData(userKey(uid), user);
      // The name is saved whatever becomes of this; the next look-up shows it.
      await reload().catch(() => undefined);
    });
  }

  return { change, save };
}
