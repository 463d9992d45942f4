import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Undefined once the payment is confirmed; otherwise Stripe's sentence, or an empty one. */
export async function confirmStripePayment(
  clientSecret: string,
  publishableKey: string,
): Promise<string | undefined> {
  const stripe = await loadStripeFor(publishableKey);
  if (clientSecret.startsWith('seti_')) {
    return await confirmSetup(stripe, clientSecret);
  }
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

/** The card of a trial, whose bank wants its holder before anything is charged. */
async function confirmSetup(stripe: Stripe, clientSecret: string): Promise<string | undefined> {
  const now = await stripe.retrieveSetupIntent(clientSecret);
  const result =
    now.setupIntent?.status === 'requires_action'
      ? await stripe.handleNextAction({ clientSecret })
      : now;
  return result.setupIntent?.status === 'succeeded' ? undefined : (result.error?.message ?? '');
}

const loading = new Map<string, Promise<Stripe>>();

/** Stripe's script, asked for on the first billing screen and once per page; a failure can be tried again. */
export function loadStripeFor(publishableKey: string): Promise<Stripe> {
  const stripe = loading.get(publishableKey) ?? load(publishableKey);
  loading.set(publishableKey, stripe);
  return stripe;
}

async function load(publishableKey: string): Promise<Stripe> {
  try {
    const stripe = await loadStripe(publishableKey);
    if (!stripe) {
      throw new Error('Stripe.js works in browsers only.');
    }
    return stripe;
  } catch (error) {
    loading.delete(publishableKey);
    throw error;
  }
}
