import { cancelSubscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { useProjectName } from '../payment/use-project-name.ts';
import { useRefreshBilling } from '../payment/use-refresh-billing.ts';
import { useRequestKeys } from '../payment/use-request-keys.ts';

/** Ends the subscription, shows it as canceled at once, and goes back to billing. */
export function useCancelSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefreshBilling();
  const project = useProjectName();
  const { keyOf } = useRequestKeys();
  const { subscription, replace } = useCurrentSubscription();
  const { busy, error, run } = useChange();

  const cancel = (confirmationId: string) =>
    run(async () => {
      const input = { subscriptionId: subscription.id, confirmationId };
      await api.call(cancelSubscription, input, { idempotencyKey: keyOf(input) });
      replace({ ...subscription, status: 'canceled' });
      notify.success(t('billing.cancel.done', { project }));
      void refresh();
      void navigate(paths.subscriptionBilling(subscription.id), { replace: true });
      return 'leaving';
    });

  return { busy, error, cancel };
}
