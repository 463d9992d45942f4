import { resumePayment } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useAwaitSubscription } from './use-await-subscription.ts';
import { useOnce } from './use-once.ts';
import { usePaymentConfirmation } from './use-payment-confirmation.tsx';
import { useProjectName } from './use-project-name.ts';
import { useRefreshBilling } from './use-refresh-billing.ts';

/** Lets the owner confirm a payment that waits for them, the first one or a later one. */
export function useResumePayment() {
  const { t } = useTranslation();
  const api = useApi();
  const project = useProjectName();
  const refresh = useRefreshBilling();
  const awaitSubscription = useAwaitSubscription();
  const { confirm, dialog } = usePaymentConfirmation();
  const { subscription } = useCurrentSubscription();
  const { busy, error, run } = useOnce();

  async function pay() {
    const { id, status: before } = subscription;
    const { clientSecret } = await api.call(resumePayment, { subscriptionId: id });
    await confirm(clientSecret);
    if (before === 'active') {
      // What waited was a plan change; nobody can tell from the status when it has arrived.
      notify.success(t('billing.resume.confirmed'));
      return;
    }
    const isOpen = await awaitSubscription(id, ({ status }) => status !== before);
    notify.success(isOpen ? t('billing.resume.done', { project }) : t('billing.resume.waiting'));
  }

  const resume = () =>
    run(async () => {
      try {
        await pay();
      } finally {
        // Refused is often what has been paid or given up elsewhere.
        void refresh();
      }
      return 'staying';
    });

  return { busy, error, resume, dialog };
}
