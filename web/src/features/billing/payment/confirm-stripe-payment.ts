import { loadStripeFor } from './load-stripe.ts';

/** Undefined once the payment is confirmed; otherwise Stripe's sentence, or an empty one. */
export async function confirmStripePayment(
  clientSecret: string,
  publishableKey: string,
): Promise<string | undefined> {
  const stripe = await loadStripeFor(publishableKey);
  const now = await stripe.retrievePaymentIntent(clientSecret);
  // Stripe throws where no action is asked for: somebody else may have confirmed already.
  const result =
    now.paymentIntent?.status === 'requires_action'
      ? await stripe.handleNextAction({ clientSecret })
      : now;
  const status = result.paymentIntent?.status;
  const isConfirmed = status === 'succeeded' || status === 'processing';
  return isConfirmed ? undefined : (result.error?.message ?? '');
}
