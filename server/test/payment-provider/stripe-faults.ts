import { describe, expect, it } from 'vitest';
import {
  type PaymentProvider,
  ProviderUnavailable,
} from '../../src/modules/billing/payment-provider.ts';
import { createStripeProvider } from '../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import { details, newKey, newStart, pro, subscriptionOf } from './contract-steps.ts';
import type { Fault, StripeStandIn } from './stripe-stand-in.ts';

const create = 'POST /v1/subscriptions$';

export function faultCases(standIn: () => StripeStandIn): void {
  function open(timeoutMs?: number, secretKey = 'sk_test_anything'): PaymentProvider {
    return createStripeProvider({
      secretKey,
      publishableKey: 'pk_test_anything',
      webhookSecrets: ['whsec_test'],
      apiBase: standIn().url,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  }

  async function prepareStart(provider: PaymentProvider) {
    const customer = { key: newKey(), subscriptionId: newKey(), email: 'a@example.com', details };
    const customerId = await provider.createCustomer(customer);
    const named = { key: newKey(), customerId, cardId: 'pm_card_visa' };
    return newStart({ customerId, card: await provider.attachCard(named) }, pro);
  }

  const faults: readonly (Fault & { readonly timeoutMs?: number })[] = [
    { match: create, kind: 'rate_limit' },
    { match: create, kind: 'error', times: 2 },
    { match: create, kind: 'drop', times: 2 },
    { match: create, kind: 'delay', times: 2, ms: 1_500, timeoutMs: 500 },
  ];

  describe('faults', () => {
    it.each(faults)('$kind: unavailable, and the same key again gives one', async (fault) => {
      const { timeoutMs, ...cause } = fault;
      const provider = open(timeoutMs);
      const start = await prepareStart(provider);
      await standIn().addFault(cause);
      const error: unknown = await provider.startSubscription(start).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ProviderUnavailable);
      expect(String(error)).not.toMatch(/req_|sk_|127\.0\.0\.1/);

      const charge = await open().startSubscription(start);
      expect(charge.outcome).toBe('paid');
      const found = await provider.findSubscription(start.customerId, start.intentId);
      expect(found?.id).toBe(subscriptionOf(charge).id);
      expect(await provider.listInvoices(start.customerId)).toHaveLength(1);
    });

    it('answers by itself when one reply is lost after the act', async () => {
      const provider = open();
      const start = await prepareStart(provider);
      await standIn().addFault({ match: create, kind: 'drop_after' });
      expect((await provider.startSubscription(start)).outcome).toBe('paid');
      expect(await provider.listInvoices(start.customerId)).toHaveLength(1);
    });

    it('gives the sentence of a card that is refused before anything was made', async () => {
      const provider = open();
      const start = await prepareStart(provider);
      await standIn().addFault({ match: create, kind: 'card' });
      expect(await provider.startSubscription(start)).toEqual({
        outcome: 'declined',
        message: 'Your card was declined.',
      });
      expect(await provider.listInvoices(start.customerId)).toEqual([]);
    });

    it('calls a request that Stripe does not understand a bug, and says nothing of it', async () => {
      const missing = open().createSetup({ key: newKey(), customerId: 'cus_unheard_of' });
      const error: unknown = await missing.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(ProviderUnavailable);
      expect(error).toHaveProperty('name', 'Error');
      expect(error).toHaveProperty(
        'message',
        'Stripe refuses our request (StripeInvalidRequestError, resource_missing, customer).',
      );
      expect(error).not.toHaveProperty('raw');
      expect(error).not.toHaveProperty('cause');
    });

    it('says in words when the keys do not fit', async () => {
      const prices = [{ priceIds: pro, total: { amount: 1_000, currency: 'usd' } }];
      const [fault] = await open(undefined, 'nonsense').checkPrices(prices);
      expect(fault).toBe('Stripe does not accept the secret key.');
      const live = await open(undefined, 'sk_live_anything').checkPrices([]);
      expect(live).toEqual([expect.stringContaining('one is for tests and the other is live')]);
    });
  });
}
