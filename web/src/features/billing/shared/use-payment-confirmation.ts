import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { PaymentProblem } from './payment-problem.ts';
import { useSandboxCalls } from './sandbox-calls.ts';

interface Question {
  readonly answer: (confirmed: boolean) => void;
}

/**
 * Finishes a payment for which the bank asks the person (3-D Secure). `confirm` throws a PaymentProblem
 * where the payment was not confirmed. Place `dialog` outside the form.
 */
export function usePaymentConfirmation() {
  const { t } = useTranslation();
  const { provider, publishableKey } = useConfig().payments;
  const { answerChallenge } = useSandboxCalls();
  const [question, setQuestion] = useState<Question>();

  async function confirm(clientSecret: string): Promise<void> {
    if (provider === 'stripe') {
      const { confirmStripePayment } = await import('./stripe.ts');
      const problem = await confirmStripePayment(clientSecret, publishableKey);
      if (problem !== undefined) {
        throw new PaymentProblem(problem || t('payment.notConfirmed'));
      }
      return;
    }
    const success = await ask();
    const { outcome } = await answerChallenge({ client_secret: clientSecret, success });
    if (outcome !== 'succeeded') {
      throw new PaymentProblem(t('payment.notConfirmed'));
    }
  }

  /** Also of the card of a trial, which has begun whatever the bank says: the person goes on, and is told. */
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

  function ask(): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (confirmed: boolean) => {
        setQuestion(undefined);
        resolve(confirmed);
      };
      setQuestion({ answer });
    });
  }

  const dialog = question && (
    <ConfirmPaymentDialog
      onConfirm={() => question.answer(true)}
      onRefuse={() => question.answer(false)}
    />
  );
  return { confirm, confirmStarted, dialog };
}

/** Whether the secret confirms the card of a trial, instead of a payment. */
export const isOfCard = (clientSecret: string) => clientSecret.startsWith('seti_');

interface ConfirmPaymentDialogProps {
  readonly onConfirm: () => void;
  readonly onRefuse: () => void;
}

/** The sandbox's bank. */
function ConfirmPaymentDialog({ onConfirm, onRefuse }: ConfirmPaymentDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      role="alertdialog"
      title={t('payment.bank.title')}
      description={t('payment.bank.text')}
      onClose={onRefuse}
    >
      <DialogActions>
        <Button onClick={onRefuse}>{t('payment.bank.refuse')}</Button>
        <Button variant="primary" onClick={onConfirm}>
          {t('payment.bank.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
