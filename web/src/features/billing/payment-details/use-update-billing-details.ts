import { type BillingDetails, updateBillingDetails } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { useAfterPage } from '../../../shared/use-after-page.ts';
import { useRefreshBilling } from '../payment/use-refresh-billing.ts';
import { useRequestKeys } from '../payment/use-request-keys.ts';

/** Saves who pays and where, and then goes back. */
export function useUpdateBillingDetails(goBack: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const refresh = useRefreshBilling();
  const afterPage = useAfterPage();
  const { keyOf } = useRequestKeys();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { busy, error, run } = useChange();

  const save = (details: BillingDetails) =>
    run(async () => {
      const input = { ...details, subscriptionId };
      await api.call(updateBillingDetails, input, { idempotencyKey: keyOf(input) });
      notify.success(t('billing.details.saved'));
      afterPage(() => void refresh());
      goBack();
      return 'leaving';
    });

  return { busy, error, save };
}
