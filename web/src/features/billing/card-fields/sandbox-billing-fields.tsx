import type { BillingInfo } from '@hearth/contract';
import { useId, useImperativeHandle, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { PaymentProblem } from '../payment/payment-problem.ts';
import { useSandboxCalls } from '../payment/sandbox-calls.ts';
import { AddressFields } from './address-fields.tsx';
import { type AddressValues, emptyAddress, toBillingDetails } from './address-values.ts';
import type { BillingInfoFieldsProps } from './billing-info-collector.ts';
import {
  type CardValues,
  emptyCard,
  filledIn,
  SandboxCardFields,
  toSandboxCard,
} from './sandbox-card-fields.tsx';

/** Card and address in fields of our own. */
export function SandboxBillingFields({ ref }: BillingInfoFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const card = useForm<CardValues>({ defaultValues: emptyCard });
  const address = useForm<AddressValues>({ defaultValues: emptyAddress(language) });
  const { paymentMethodOf, forgetCard } = usePaymentMethod();

  async function collect(): Promise<BillingInfo> {
    // Both say what is missing; the card comes last, since it stands first and takes the focus.
    const typedAddress = filledIn(address, t('payment.address.incomplete'));
    await typedAddress.catch(() => undefined);
    const typedCard = await filledIn(card, t('payment.card.incomplete'));
    const billingDetails = toBillingDetails(await typedAddress);
    return { billingDetails, paymentMethodId: await paymentMethodOf(typedCard) };
  }

  useImperativeHandle(ref, () => ({ collect, forgetCard }));

  return (
    <>
      <SectionCard id={`${id}-card`} title={t('payment.card.title')}>
        <SandboxCardFields form={card} />
      </SectionCard>
      <SectionCard id={`${id}-address`} title={t('payment.address.title')}>
        <AddressFields form={address} />
      </SectionCard>
    </>
  );
}

/** One payment method for as long as the card stays as it is. */
function usePaymentMethod() {
  const { t } = useTranslation();
  const { createCard } = useSandboxCalls();
  const made = useRef<{ readonly of: string; readonly id: string }>(undefined);

  async function paymentMethodOf(values: CardValues): Promise<string> {
    const card = toSandboxCard(values);
    const of = JSON.stringify(card);
    if (made.current?.of === of) {
      return made.current.id;
    }
    const { id } = await createCard(card);
    if (!id) {
      throw new PaymentProblem(t('payment.noPaymentMethod'));
    }
    made.current = { of, id };
    return id;
  }

  function forgetCard() {
    made.current = undefined;
  }

  return { paymentMethodOf, forgetCard };
}
