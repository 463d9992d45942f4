import Stripe from 'stripe';
import { neededVersion } from '../../src/modules/billing/providers/stripe/connection.ts';
import { createStripeProvider } from '../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import type { ProviderRig } from '../payment-provider/contract/suite.ts';
import { confirmSetup, readPayer } from '../payment-provider/stripe/emulator.ts';
import { withNames } from './price-names.ts';

const secretKey = process.env.STRIPE_TEST_KEY ?? '';
const apiBase = process.env.STRIPE_API_BASE ?? 'https://api.stripe.com';
const { hostname, port, protocol } = new URL(apiBase);

/** The account as its dashboard sees it. */
export const stripe = new Stripe(secretKey || 'none', {
  apiVersion: neededVersion,
  host: hostname,
  port: port || (protocol === 'http:' ? 80 : 443),
  protocol: protocol === 'http:' ? 'http' : 'https',
  telemetry: false,
});

const unable = () => Promise.reject(new Error('Only the emulator can do that.'));

/** Our adapter on the account. Its prices have the names of the contract's cases. */
export async function openAccount(): Promise<ProviderRig> {
  if (!secretKey.startsWith('sk_test_')) {
    throw new Error('STRIPE_TEST_KEY is no key of test mode. Use "npm run test:stripe".');
  }
  return {
    provider: createStripeProvider({
      installation: 'checks',
      secretKey,
      publishableKey: 'pk_test_unused',
      webhookSecrets: [],
      apiBase,
      fetch: await withNames(stripe),
    }),
    readPayer: (customerId) => readPayer({ url: apiBase, secretKey }, customerId),
    completeSetup: (clientSecret) => confirmSetup({ url: apiBase, secretKey, clientSecret }),
    now: unable,
    advance: unable,
    authenticate: unable,
    refund: unable,
    dispute: unable,
    createCreditNote: unable,
  };
}
