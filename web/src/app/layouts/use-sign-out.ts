import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { leavePage } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';

/** Signs out and leads to the start page; a failure is shown, and nothing changes. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { signOut } = useSession();

  async function leave() {
    try {
      await signOut();
      await navigate(paths.home);
    } catch {
      notify.failure(t('errors.failedSignOut'));
    }
  }

  return () => leavePage(() => void leave());
}
