import { removeUser } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import {
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useAfterPage } from '../../shared/use-after-page.ts';

/** Removes the signed-in person from the subscription and goes to the dashboard. */
export function useLeaveSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const afterPage = useAfterPage();
  const { busy, error, run } = useChange();
  const project = subscription.settings.name || t('subscription.untitled');

  const leave = () =>
    run(async () => {
      await api.call(removeUser, { userId: uid, subscriptionId: subscription.id });
      notify.success(t('subscription.leave.left', { project }));
      afterPage(forget);
      void navigate(paths.dashboard);
      return 'leaving';
    });

  function forget() {
    queries.removeQueries({ queryKey: subscriptionKey(uid, subscription.id) });
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
  }

  const problem = error === undefined ? undefined : toText(error, t);
  return { project, busy, problem, leave };
}
