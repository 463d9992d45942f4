import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

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
