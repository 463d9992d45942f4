import { describe, expect, it } from 'vitest';
import {
  type PaymentProvider,
  ProviderUnavailable,
} from '../../../src/modules/billing/port/payment-provider.ts';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import { newKept, newKey, newStart, pro, subscriptionOf, weekly } from '../contract/steps.ts';
import type { Fault, StripeEmulator } from './emulator.ts';

const create = 'POST /v1/subscriptions$';

interface Manner {
  readonly timeoutMs?: number;
  readonly secretKey?: string;
}

const opener =
  (emulator: () => StripeEmulator) =>
  ({ timeoutMs, secretKey = 'sk_test_anything' }: Manner = {}): PaymentProvider =>
    createStripeProvider({
      secretKey,
      publishableKey: 'pk_test_anything',
      webhookSecrets: ['whsec_test'],
      apiBase: emulator().url,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });

async function prepareStart(provider: PaymentProvider, cardId = 'pm_card_visa') {
  const customer = { key: newKey(), subscriptionId: newKey(), email: 'a@example.com' };
  const customerId = await provider.createCustomer(customer);
  await provider.keepCard(newKept(customerId, cardId));
  return newStart({ customerId }, pro);
}

const faults: readonly (Fault & { readonly timeoutMs?: number })[] = [
  { match: create, kind: 'rate_limit', times: 2, timeoutMs: 500 },
  { match: create, kind: 'error', times: 2 },
  { match: create, kind: 'drop', times: 2 },
  { match: create, kind: 'delay', times: 2, ms: 1_500, timeoutMs: 500 },
];

export function faultCases(emulator: () => StripeEmulator): void {
  const open = opener(emulator);
  lostAnswerCases(emulator);

  describe('faults', () => {
    it.each(faults)('$kind: unavailable, and the same key again gives one', async (fault) => {
      const { timeoutMs, ...cause } = fault;
      const provider = open(timeoutMs === undefined ? {} : { timeoutMs });
      const start = await prepareStart(open());
      await emulator().addFault(cause);
      const error: unknown = await provider.startSubscription(start).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ProviderUnavailable);
      expect(String(error)).not.toMatch(/req_|sk_|127\.0\.0\.1/);

      const charge = await open().startSubscription(start);
      expect(charge.outcome).toBe('paid');
      const found = await provider.findSubscription(start.customerId, start.intentId);
      expect(found?.id).toBe(subscriptionOf(charge).id);
      expect(await provider.listInvoices(start.customerId, 100)).toHaveLength(1);
    });

    it('gives the sentence of a card that is refused before anything was made', async () => {
      const provider = open();
      const start = await prepareStart(provider);
      await emulator().addFault({ match: create, kind: 'card' });
      expect(await provider.startSubscription(start)).toEqual({
        outcome: 'declined',
        message: 'Your card was declined.',
      });
      expect(await provider.listInvoices(start.customerId, 100)).toEqual([]);
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
      const prices = [weekly(pro, 1_000)];
      const { account } = await open({ secretKey: 'nonsense' }).checkPrices(prices);
      expect(account).toEqual(['Stripe does not accept the secret key.']);
      const live = await open({ secretKey: 'sk_live_anything' }).checkPrices([]);
      expect(live.account).toEqual([
        expect.stringContaining('one is for tests and the other is live'),
      ]);
    });
  });
}

function lostAnswerCases(emulator: () => StripeEmulator): void {
  const open = opener(emulator);

  describe('answers that are lost after the act', () => {
    it('answers by itself when one reply is lost', async () => {
      const provider = open();
      const start = await prepareStart(provider);
      await emulator().addFault({ match: create, kind: 'drop_after' });
      expect((await provider.startSubscription(start)).outcome).toBe('paid');
      expect(await provider.listInvoices(start.customerId, 100)).toHaveLength(1);
    });

    it('answers by itself when Stripe has too much to do for a moment', async () => {
      const provider = open();
      const start = await prepareStart(provider);
      await emulator().addFault({ match: create, kind: 'rate_limit', times: 2 });
      expect((await provider.startSubscription(start)).outcome).toBe('paid');
      expect(await provider.listInvoices(start.customerId, 100)).toHaveLength(1);
    });

    it('finds a decline again whose answer was lost, and leaves nothing of it', async () => {
      const provider = open();
      const start = await prepareStart(provider, 'pm_card_chargeCustomerFail');
      await emulator().addFault({ match: 'GET /v1/invoice_payments', kind: 'drop', times: 2 });
      const lost = provider.startSubscription(start);
      await expect(lost).rejects.toBeInstanceOf(ProviderUnavailable);
      const found = await provider.findSubscription(start.customerId, start.intentId);
      // The bank asks nobody about it, so it is to be begun again.
      expect(found).toMatchObject({ status: 'incomplete', clientSecret: null });

      expect(await provider.startSubscription(start)).toEqual({
        outcome: 'declined',
        message: 'Your card was declined.',
      });
      expect(await provider.listSubscriptions(start.customerId)).toEqual([]);
      expect(await provider.listInvoices(start.customerId, 100)).toMatchObject([
        { status: 'void' },
      ]);
    });
  });
}
