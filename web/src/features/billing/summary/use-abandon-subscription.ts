import { abandonSubscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { useAfterPage } from '../../../shared/use-after-page.ts';
import { useProjectName } from '../payment/use-project-name.ts';
import { useRequestKeys } from '../payment/use-request-keys.ts';

/** Drops the unfinished first payment, and then goes to the dashboard. */
export function useAbandonSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const afterPage = useAfterPage();
  const project = useProjectName();
  const { keyOf } = useRequestKeys();
  const { subscription, replace } = useCurrentSubscription();
  const { busy, error, run } = useChange();

  const abandon = () =>
    run(async () => {
      const input = { subscriptionId: subscription.id };
      await api.call(abandonSubscription, input, { idempotencyKey: keyOf(input) });
      notify.success(t('billing.abandon.done', { project }));
      afterPage(() => replace({ ...subscription, status: 'canceled' }));
      void navigate(paths.dashboard);
      return 'leaving';
    });

  return { busy, error, abandon };
}
