import { update } from '@hearth/contract';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { useAccountChange } from './use-account-change.ts';

/** Sets the password; every other session ends, and this one goes on with new tokens. */
export function useChangePassword() {
  const api = useApi();
  const navigate = useNavigate();
  const { takeOver } = useSession();
  const { shortMs } = useConfig().redirectDelays;
  const change = useAccountChange({
    pauseMs: shortMs,
    goOn: () => void navigate(paths.profile),
  });

  function save(password: string) {
    return change.send(async () => {
      const input = { password, returnSecureToken: true };
      const { localId, idToken, expiresIn } = await api.call(update, input, {
        renewsSession: true,
      });
      if (idToken !== undefined && expiresIn !== undefined) {
        takeOver({ localId, idToken, expiresIn });
      }
    });
  }

  return { change, save };
}
