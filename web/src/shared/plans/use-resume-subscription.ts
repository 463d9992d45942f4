import { resumeSubscription } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../api/index.ts';
import { useChange } from '../api/use-change.ts';
import { billingKey, subscriptionKey, subscriptionsKey } from '../current-subscription/index.ts';
import { useAccount } from '../session/index.ts';
import { notify } from '../ui/toasts.ts';

interface EndingProject {
  readonly id: string;
  /** Name of the project. */
  readonly project: string;
  readonly onKept?: () => void;
}

/** Keeps a project that was going to end. If that is refused, it may have ended meanwhile, so it is read again. */
export function useResumeSubscription({ id, project, onKept }: EndingProject) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();

  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: subscriptionsKey(uid) }),
      queries.invalidateQueries({ queryKey: subscriptionKey(uid, id) }),
      queries.invalidateQueries({ queryKey: billingKey(uid, id) }),
    ]);
  const { busy, error, run } = useChange({ refresh });

  const resume = () =>
    run(async () => {
      await api.call(resumeSubscription, { subscriptionId: id });
      await refresh();
      notify.success(t('subscription.ending.kept', { project }));
      onKept?.();
    });

  return { busy, error, resume };
}
