import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { confirmSetup, readPayer, type StripeStandIn, send } from './stand-in.ts';
import { addCodes, readClock, refundInvoice } from './state.ts';

/** Our adapter for Stripe, on the stand-in. */
export function toRig(standIn: StripeStandIn): ProviderRig {
  return {
    provider: createStripeProvider({
      installation: 'here',
      secretKey: 'sk_test_anything',
      publishableKey: 'pk_test_anything',
      webhookSecrets: ['whsec_test'],
      apiBase: standIn.url,
    }),
    readPayer: (customerId) =>
      readPayer({ url: standIn.url, secretKey: 'sk_test_anything' }, customerId),
    now: () => readClock(standIn),
    advance: (ms) => standIn.advance(ms),
    async authenticate(clientSecret, success) {
      const [id] = clientSecret.split('_secret_');
      await standIn.control('authenticate', { id, success });
    },
    completeSetup: (clientSecret) =>
      confirmSetup({ url: standIn.url, secretKey: 'sk_test_anything', clientSecret }),
    async refund(invoiceId, amount) {
      const id = await refundInvoice(standIn, invoiceId, amount);
      return () => standIn.control('refund_failed', { id });
    },
    dispute: (invoice, state) =>
      standIn.control('chargeback', {
        invoice,
        status: state === 'open' ? 'needs_response' : state,
      }),
    addCodes: () => addCodes(standIn),
    async createCreditNote(invoice, amount) {
      const note = { invoice, amount: String(amount), credit_amount: String(amount) };
      await send(standIn.url, '/v1/credit_notes', note);
    },
    close: async () => {},
  };
}
