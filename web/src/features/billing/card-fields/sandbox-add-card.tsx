import { useImperativeHandle } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentProblem } from '../shared/payment-problem.ts';
import { useSandboxCalls } from '../shared/sandbox-calls.ts';
import { usePaymentConfirmation } from '../shared/use-payment-confirmation.tsx';
import type { AddCardFieldsProps } from './card-and-address.ts';
import {
  requireFilledIn,
  SandboxCardFields,
  toSandboxCard,
  useSandboxCardForm,
} from './sandbox-card-fields.tsx';

/** One more card, in fields of our own. */
export function SandboxAddCard({ ref }: AddCardFieldsProps) {
  const { t } = useTranslation();
  const { finishSetup } = useSandboxCalls();
  const { confirm, dialog } = usePaymentConfirmation();
  const card = useSandboxCardForm();

  async function add(askForSecret: () => Promise<string>) {
    const typed = requireFilledIn(card, t('payment.card.incomplete'));
    const client_secret = await askForSecret();
    const { id, outcome } = await finishSetup({ client_secret, ...toSandboxCard(typed) });
    if (!id) {
      throw new PaymentProblem(t('payment.noPaymentMethod'));
    }
    if (outcome === 'authentication-needed') {
      await confirm(client_secret);
    }
  }

  useImperativeHandle(ref, () => ({ add }));
  return (
    <>
      <SandboxCardFields form={card} />
      {dialog}
    </>
  );
}
