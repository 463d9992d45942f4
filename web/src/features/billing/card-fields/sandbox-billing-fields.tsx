import type { BillingInfo } from '@hearth/contract';
import { useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { PaymentProblem } from '../shared/payment-problem.ts';
import { useSandboxCalls } from '../shared/sandbox-calls.ts';
import { AddressFields, useAddressForm } from './address-fields.tsx';
import { emptyAddress, toBillingDetails } from './address-values.ts';
import type { CardAndAddressFieldsProps } from './card-and-address.ts';
import {
  type CardValues,
  requireFilledIn,
  SandboxCardFields,
  toSandboxCard,
  useSandboxCardForm,
} from './sandbox-card-fields.tsx';

/** Card and address in fields of our own. */
export function SandboxBillingFields({ ref, onPlace }: CardAndAddressFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const { displayName } = useAccount();
  const card = useSandboxCardForm();
  const address = useAddressForm(emptyAddress(language, displayName));
  const { paymentMethodOf, forgetCard } = usePaymentMethod();

  async function collect(): Promise<BillingInfo> {
    // Both say what is missing. The card is checked last, since it comes first on the page and takes the focus.
    address.submit();
    const typedCard = requireFilledIn(card, t('payment.card.incomplete'));
    const typedAddress = requireFilledIn(address, t('payment.address.incomplete'));
    const billingDetails = toBillingDetails(typedAddress);
    return { billingDetails, paymentMethodId: await paymentMethodOf(typedCard) };
  }

  useImperativeHandle(ref, () => ({ collect, forgetCard }));

  const { country, state, postalCode, line1, city } = address.values;
  useEffect(
    () => onPlace?.({ country, state, postalCode, line1, city }),
    [onPlace, country, state, postalCode, line1, city],
  );

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
