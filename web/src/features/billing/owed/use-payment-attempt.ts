import { resumePayment } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { isOwing } from '../shared/is-owing.ts';
import { useAwaitSubscription, useAwaitSummary } from '../shared/use-await-payment.ts';
import { usePaymentConfirmation } from '../shared/use-payment-confirmation.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useShownDebt } from '../shared/use-shown-debt.ts';

/** Lets the owner pay a debt, or confirm the first payment or a later one; `attempt` runs another way to pay. */
export function usePaymentAttempt() {
  const { t } = useTranslation();
  const api = useApi();
  const project = useProjectName();
  const refresh = useRefreshBilling();
  const awaitSubscription = useAwaitSubscription();
  const awaitSummary = useAwaitSummary();
  const { confirm } = usePaymentConfirmation();
  const { subscription } = useCurrentSubscription();
  const shown = useShownDebt();
  const { busy, error, run } = useChange();

  async function pay() {
    const { id } = subscription;
    const { clientSecret } = await api.call(resumePayment, { subscriptionId: id, ...shown });
    if (clientSecret !== undefined) {
      await confirm(clientSecret);
    }
    const hasArrived = await arrive(id);
    notify.success(hasArrived ? doneText() : t('billing.resume.waiting'));
  }

  function paidText(): string {
    const { dueNow } = shown;
    return dueNow
      ? t('billing.resume.paidSum', { sum: formatMoney(dueNow.amount, dueNow.currency) })
      : t('billing.resume.paid');
  }

  /** The status does not show whether a waiting plan change is done. */
  function arrive(id: string): Promise<boolean> {
    return subscription.status === 'active'
      ? awaitSummary(id, (summary) => !summary.needs_confirmation)
      : awaitSubscription(id, ({ status }) => status === 'active');
  }

  function doneText(): string {
    if (isOwing(subscription)) {
      return paidText();
    }
    return subscription.status === 'active'
      ? t('billing.resume.confirmed')
      : t('billing.resume.done', { project });
  }

  const attempt = (task: () => Promise<void>) =>
    run(async () => {
      try {
        await task();
      } finally {
        // A refused payment was often paid or given up elsewhere, so the project is read again.
        void refresh();
      }
    });

  const resume = () => attempt(pay);
  return { busy, error, resume, attempt, pay, paidText };
}

export type PaymentAttempt = ReturnType<typeof usePaymentAttempt>;
