import { endOtherSessions, endSession, listSessions, type Session } from '@hearth/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useDeviceText } from '../../shared/device/use-device-text.ts';
import { toText } from '../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { sessionsKey } from './use-get-user.ts';

/** Which sessions are to be ended, while that is being confirmed. */
type Target = Session | 'others';

/** Ends one session or all others once confirmed, with a new sign-in if the server asks for one. */
export function useEndSessions() {
  const { t } = useTranslation();
  const deviceText = useDeviceText();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const refresh = () => queries.invalidateQueries({ queryKey: sessionsKey(uid) });
  const { busy, error, run, forgetError } = useChange({ refresh });
  const [target, setTarget] = useState<Target>();

  function ask(about: Target | undefined) {
    forgetError();
    setTarget(about);
  }

  async function end(which: Target): Promise<string> {
    if (which === 'others') {
      const { ended } = await api.call(endOtherSessions, {});
      return t('account.sessions.endedOthers', { count: ended });
    }
    await api.call(endSession, { id: which.id });
    return t('account.sessions.ended', { device: deviceText(which.user_agent) });
  }

  const confirm = () =>
    run(async () => {
      if (target) {
        notify.success(await withRecentSignIn(() => end(target)));
        setTarget(undefined);
        void refresh();
      }
    });

  const problem = error === undefined ? undefined : toText(error, t);
  return { target, busy, problem, ask, confirm, dialog };
}

export type EndSessions = ReturnType<typeof useEndSessions>;

export function useListSessions() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: sessionsKey(uid),
    queryFn: ({ signal }) => api.call(listSessions, {}, { signal }),
  });
}
