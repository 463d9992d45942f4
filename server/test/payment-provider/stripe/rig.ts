import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { confirmSetup, readPayer, type StripeEmulator, send } from './emulator.ts';
import { readClock, refundInvoice } from './state.ts';

/** Our adapter for Stripe, on the emulator. */
export function toRig(emulator: StripeEmulator): ProviderRig {
  return {
    provider: createStripeProvider({
      installation: 'here',
      secretKey: 'sk_test_anything',
      publishableKey: 'pk_test_anything',
      webhookSecrets: ['whsec_test'],
      apiBase: emulator.url,
    }),
    readPayer: (customerId) =>
      readPayer({ url: emulator.url, secretKey: 'sk_test_anything' }, customerId),
    now: () => readClock(emulator),
    advance: (ms) => emulator.advance(ms),
    async authenticate(clientSecret, success) {
      const [id] = clientSecret.split('_secret_');
      await emulator.control('authenticate', { id, success });
    },
    completeSetup: (clientSecret) =>
      confirmSetup({ url: emulator.url, secretKey: 'sk_test_anything', clientSecret }),
    async refund(invoiceId, amount) {
      const id = await refundInvoice(emulator, invoiceId, amount);
      return () => emulator.control('refund_failed', { id });
    },
    dispute: (invoice, state) =>
      emulator.control('chargeback', {
        invoice,
        status: state === 'open' ? 'needs_response' : state,
      }),
    async createCreditNote(invoice, amount) {
      const note = { invoice, amount: String(amount), credit_amount: String(amount) };
      await send(emulator.url, '/v1/credit_notes', note);
    },
  };
}
