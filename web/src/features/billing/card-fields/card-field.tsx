import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useImperativeHandle } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentProblem } from '../shared/payment-problem.ts';
import type { AddCardFieldsProps } from './card-and-address.ts';
import { CardElements } from './card-elements.tsx';
import { useTypedAtStripe } from './use-typed-at-stripe.ts';

/** One more card, in Stripe's field. */
export function CardField(props: AddCardFieldsProps) {
  return (
    <CardElements options={{ mode: 'setup', currency: 'usd' }}>
      <Field {...props} />
    </CardElements>
  );
}

function Field({ ref, returnTo }: AddCardFieldsProps) {
  const { t } = useTranslation();
  const stripe = useStripe();
  const elements = useElements();
  const { noteTyped, noteSent } = useTypedAtStripe();

  async function add(askForSecret: () => Promise<string>) {
    if (!stripe || !elements) {
      throw new PaymentProblem(t('payment.fieldsNotThere'));
    }
    const typed = await elements.submit();
    if (typed.error) {
      throw new PaymentProblem(typed.error.message ?? t('payment.card.incomplete'));
    }
    noteSent();
    const clientSecret = await askForSecret();
    const { error } = await stripe.confirmSetup({
      elements,
      clientSecret,
      confirmParams: {
        return_url: returnTo ? new URL(returnTo, location.href).href : location.href,
      },
      redirect: 'if_required',
    });
    if (error) {
      throw new PaymentProblem(error.message ?? t('payment.methods.notConfirmed'));
    }
  }

  useImperativeHandle(ref, () => ({ add }));
  return <PaymentElement onChange={({ empty }) => noteTyped('card', !empty)} />;
}
