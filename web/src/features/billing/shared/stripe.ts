import type { Language, PublicConfig } from '@hearth/contract';
import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Undefined once the payment is confirmed; otherwise Stripe's sentence, or an empty one. */
export async function confirmPayment(
  stripe: Stripe,
  clientSecret: string,
): Promise<string | undefined> {
  if (clientSecret.startsWith('seti_')) {
    return await confirmSetup(stripe, clientSecret);
  }
  const now = await stripe.retrievePaymentIntent(clientSecret);
  // Stripe throws if no action is needed: somebody else may have confirmed already.
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

type Payments = PublicConfig['payments'];

const loading = new Map<string, Promise<Stripe>>();

/**
 * Stripe, whose bank and whose errors speak the language. Its script is asked for on the first billing screen and once
 * per page; a failure can be tried again.
 */
export function loadStripeFor(payments: Payments, locale: Language): Promise<Stripe> {
  const name = `${payments.publishableKey} ${locale}`;
  const stripe = loading.get(name) ?? load(payments, locale);
  loading.set(name, stripe);
  stripe.catch(() => loading.delete(name));
  return stripe;
}

/** Stripe speaks some forty languages, and the browser's if it does not know the one that is asked for. */
export function toStripeLocale(language: Language): StripeElementLocale {
  return language as StripeElementLocale;
}

async function load({ provider, publishableKey }: Payments, locale: Language): Promise<Stripe> {
  if (provider === 'sandbox' && !window.Stripe) {
    await loadSandboxScript();
  }
  const stripe = await loadStripe(publishableKey, { locale: toStripeLocale(locale) });
  if (!stripe) {
    throw new Error('Stripe.js works in browsers only.');
  }
  return stripe;
}

/** Sets `window.Stripe`, which loadStripe takes instead of loading Stripe's own script. */
function loadSandboxScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/sandbox/stripe.js';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of the sandbox did not load.'));
    });
    document.head.append(script);
  });
}
