import { update } from '@hearth/contract';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { useAccountChange } from './use-account-change.ts';

/** Sets the password and unlinks what is dropped with it; every other session ends, and this one goes on with new tokens. */
export function useChangePassword() {
  const api = useApi();
  const navigate = useNavigate();
  const { takeOver, reload } = useSession();
  const { shortMs } = useConfig().redirectDelays;
  const change = useAccountChange({
    pauseMs: shortMs,
    goOn: () => void navigate(paths.profile),
  });

  function save(password: string, dropped: readonly string[]) {
    return change.send(async () => {
      const input = {
        password,
        returnSecureToken: true,
        ...(dropped.length > 0 && { deleteProvider: [...dropped] }),
      };
      const { localId, idToken, expiresIn } = await api.call(update, input, {
        renewsSession: true,
      });
      if (idToken !== undefined && expiresIn !== undefined) {
        takeOver({ localId, idToken, expiresIn });
      }
      // The password is set whatever becomes of this; the next look-up shows the ways to sign in.
      await reload().catch(() => undefined);
    });
  }

  return { change, save };
}
