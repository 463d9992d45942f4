import type { BillingDetails, BillingInfo, Money } from '@hearth/contract';
import { AddressElement, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  StripeAddressElementChangeEvent,
  StripeElementsOptionsMode,
  StripeElements as StripeFields,
} from '@stripe/stripe-js';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { PaymentProblem } from '../shared/payment-problem.ts';
import { defaultCountry } from './address-values.ts';
import type { CardAndAddressCollector, CardAndAddressFieldsProps } from './card-and-address.ts';
import { CardElements } from './card-elements.tsx';
import type { TypedPlace } from './typed-place.ts';
import { useTypedAtStripe } from './use-typed-at-stripe.ts';

/** Card and address in Stripe's fields. */
export function CardAndAddressFields({ ref, amount, onPlace }: CardAndAddressFieldsProps) {
  return (
    <CardElements options={toOptions(amount)}>
      <Fields ref={ref} {...(onPlace && { onPlace })} />
    </CardElements>
  );
}

function toOptions(amount: Money | undefined): StripeElementsOptionsMode {
  return amount && amount.amount > 0
    ? { mode: 'subscription', ...amount, paymentMethodCreation: 'manual' }
    : { mode: 'setup', currency: amount?.currency ?? 'usd', paymentMethodCreation: 'manual' };
}

interface FieldsProps extends Pick<CardAndAddressFieldsProps, 'onPlace'> {
  readonly ref: Ref<CardAndAddressCollector>;
}

function Fields({ ref, onPlace }: FieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const { displayName } = useAccount();
  // Fields that are there keep what they began with.
  const [first] = useState({ name: displayName, country: defaultCountry(language) });
  const { phone } = useConfig();
  const { paymentMethodOf, forgetCard } = usePaymentMethod();
  const elements = useElements();
  const { noteTyped, noteSent } = useTypedAtStripe();

  async function collect(): Promise<BillingInfo> {
    if (!elements) {
      throw new PaymentProblem(t('payment.fieldsNotThere'));
    }
    const { error } = await elements.submit();
    if (error) {
      throw new PaymentProblem(error.message ?? t('payment.card.incomplete'));
    }
    const billingDetails = await detailsOf(elements);
    noteSent();
    return { billingDetails, paymentMethodId: await paymentMethodOf(elements) };
  }

  async function detailsOf(fields: StripeFields): Promise<BillingDetails> {
    const address = fields.getElement('address');
    if (!address) {
      throw new PaymentProblem(t('payment.addressElementNotFound'));
    }
    const { complete, value } = await address.getValue();
    if (!complete) {
      throw new PaymentProblem(t('payment.address.incomplete'));
    }
    const { line1, line2, city, state, postal_code, country } = value.address;
    const line = line2 ? { line2 } : {};
    const parts = { line1, ...line, city, state, postal_code, country };
    return { name: value.name, phone: value.phone ?? '', address: parts };
  }

  useImperativeHandle(ref, () => ({ collect, forgetCard }));

  // Stripe reports the place of an address once it changes.
  useEffect(
    () => onPlace?.({ country: first.country, state: '', postalCode: '', line1: '', city: '' }),
    [onPlace, first],
  );

  return (
    <>
      <SectionCard id={`${id}-card`} title={t('payment.card.title')}>
        <PaymentElement
          onChange={({ empty }) => {
            forgetCard();
            noteTyped('card', !empty);
          }}
        />
      </SectionCard>
      <SectionCard id={`${id}-address`} title={t('payment.address.title')}>
        <AddressElement
          onChange={(typed) => {
            forgetCard();
            noteTyped('address', hasTypedLine(typed, first.name));
            onPlace?.(placeOf(typed));
          }}
          options={{
            mode: 'billing',
            // Its suggestions would need a script of a third party.
            autocomplete: { mode: 'disabled' },
            fields: { phone: 'always' },
            validation: { phone: { required: phone === 'optional' ? 'never' : 'always' } },
            defaultValues: { name: first.name, address: { country: first.country } },
          }}
        />
      </SectionCard>
    </>
  );
}

function placeOf({ value }: StripeAddressElementChangeEvent): TypedPlace {
  const { country, state, postal_code: postalCode, line1, city } = value.address;
  return { country, state, postalCode, line1, city };
}

/** Whether any line is filled in; the name counts once it is another than at first. */
function hasTypedLine({ value }: StripeAddressElementChangeEvent, firstName: string): boolean {
  const { country: _, ...lines } = value.address;
  const texts = [value.phone, ...Object.values(lines)];
  return value.name !== firstName || texts.some((text) => Boolean(text));
}

/** One payment method for as long as the fields stay as they are. */
function usePaymentMethod() {
  const { t } = useTranslation();
  const stripe = useStripe();
  const made = useRef<string>(undefined);

  async function paymentMethodOf(elements: StripeFields): Promise<string> {
    if (made.current) {
      return made.current;
    }
    const answer = await stripe?.createPaymentMethod({ elements });
    if (answer?.error) {
      throw new PaymentProblem(answer.error.message ?? t('payment.noPaymentMethod'));
    }
    const id = answer?.paymentMethod?.id;
    if (!id) {
      throw new PaymentProblem(t('payment.noPaymentMethod'));
    }
    made.current = id;
    return id;
  }

  function forgetCard() {
    made.current = undefined;
  }

  return { paymentMethodOf, forgetCard };
}
