import { deleteAccount } from '@hearth/contract';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { useAccountChange } from './use-account-change.ts';

/** Deletes the account and, a moment later, leaves. */
export function useDeleteAccount() {
  const api = useApi();
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { longMs } = useConfig().redirectDelays;
  const change = useAccountChange({ pauseMs: longMs, goOn: () => void leave() });

  function remove() {
    return change.send(async () => {
      await api.call(deleteAccount, {});
    });
  }

  async function leave() {
    // The account is gone either way: without a connection the next call finds that out.
    await signOut().catch(() => undefined);
    await navigate(paths.home);
  }

  return { change, remove };
}
