import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import { PaymentProblem } from './payment-problem.ts';

/** Finishes a payment that the bank wants confirmed (3-D Secure). `confirm` throws a PaymentProblem if the payment was not confirmed. */
export function usePaymentConfirmation() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { payments } = useConfig();

  async function confirm(clientSecret: string): Promise<void> {
    const { confirmPayment, loadStripeFor } = await import('./stripe.ts');
    const stripe = await loadStripeFor(payments, language);
    const problem = await confirmPayment(stripe, clientSecret);
    if (problem !== undefined) {
      throw new PaymentProblem(problem || t('payment.notConfirmed'));
    }
  }

  /** Confirms also the card of a trial, which has begun even if the bank refuses: the person goes on, and is told. */
  async function confirmStarted(clientSecret: string): Promise<void> {
    try {
      await confirm(clientSecret);
    } catch (error) {
      if (!(error instanceof PaymentProblem && isOfCard(clientSecret))) {
        throw error;
      }
      notify.warning(t('payment.trial.unconfirmed'));
    }
  }

  return { confirm, confirmStarted };
}

/** Whether the secret confirms the card of a trial, instead of a payment. */
export const isOfCard = (clientSecret: string) => clientSecret.startsWith('seti_');
