import { describe, expect, it } from 'vitest';
import { ProviderRejected } from '../../src/modules/billing/port/payment-provider.ts';
import { details, enterprise, newKey, pro, subscribe, usd } from './contract-steps.ts';
import type { ProviderRig } from './contract-suite.ts';

export function customerCases(rig: () => ProviderRig): void {
  presentCustomerCases(rig);
  goneCustomerCases(rig);
}

function presentCustomerCases(rig: () => ProviderRig): void {
  describe('prices and customers', () => {
    it('finds nothing wrong with prices that are as configured', async () => {
      const faults = await rig().provider.checkPrices([
        { priceIds: pro, total: usd(1_000) },
        { priceIds: enterprise, total: usd(3_000) },
      ]);
      expect(faults).toEqual([]);
    });

    it('names each price that is unknown or costs something else', async () => {
      const faults = await rig().provider.checkPrices([
        { priceIds: pro, total: usd(999) },
        { priceIds: ['price_unheard_of'], total: usd(1_000) },
        { priceIds: enterprise, total: { amount: 3_000, currency: 'eur' } },
      ]);
      const said = faults.join('\n');
      for (const id of [pro[0], 'price_unheard_of', enterprise[0]]) {
        expect(said).toContain(id);
      }
    });

    it('finds a customer by our id, and none where none was made', async () => {
      const { provider } = rig();
      const subscriptionId = newKey();
      expect(await provider.findCustomer(subscriptionId)).toBeUndefined();
      const id = await provider.createCustomer({
        key: newKey(),
        subscriptionId,
        email: 'ada@example.com',
        details: null,
      });
      expect(await provider.findCustomer(subscriptionId)).toBe(id);
    });

    it('makes one customer for one key', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email: 'a@example.com', details };
      const first = await provider.createCustomer(customer);
      expect(await provider.createCustomer(customer)).toBe(first);
    });

    it('refuses a key that named another request, and not in words for people', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email: 'a@example.com', details };
      await provider.createCustomer(customer);
      const again = provider.createCustomer({ ...customer, email: 'b@example.com' });
      const error: unknown = await again.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toMatch(/ProviderRefusal/);
    });

    it('removes a customer, and minds not when it is gone already', async () => {
      const { provider } = rig();
      const subscriptionId = newKey();
      const customer = { subscriptionId, email: 'ada@example.com', details: null };
      const customerId = await provider.createCustomer({ ...customer, key: newKey() });
      await provider.removeCustomer({ key: newKey(), customerId });
      await provider.removeCustomer({ key: newKey(), customerId });
      expect(await provider.findCustomer(subscriptionId)).toBeUndefined();
      const next = await provider.createCustomer({ ...customer, key: newKey() });
      expect(await provider.findCustomer(subscriptionId)).toBe(next);
    });

    it('takes new details, their removal and a new address', async () => {
      const { provider } = rig();
      const customerId = await provider.createCustomer({
        key: newKey(),
        subscriptionId: newKey(),
        email: 'ada@example.com',
        details: null,
      });
      await provider.updateCustomer({ key: newKey(), customerId, details });
      await provider.updateCustomer({ key: newKey(), customerId, details: null });
      await provider.updateCustomer({ key: newKey(), customerId, email: 'lovelace@example.com' });
    });
  });
}

function goneCustomerCases(rig: () => ProviderRig): void {
  describe('a customer who is gone', () => {
    it('lists nothing of a customer who is gone or whom it never knew', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { provider } = rig();
      expect(await provider.hasCustomer(customerId)).toBe(true);
      await provider.removeCustomer({ key: newKey(), customerId });
      for (const id of [customerId, 'cus_never_made']) {
        expect(await provider.listCards(id)).toEqual([]);
        expect(await provider.listSubscriptions(id)).toEqual([]);
      }
      expect(await provider.listInvoices('cus_never_made')).toEqual([]);
      const asked = provider.hasCustomer('cus_never_made');
      await expect(asked).rejects.toBeInstanceOf(ProviderRejected);
      const write = { key: newKey(), customerId, email: 'a@example.com' };
      await expect(provider.updateCustomer(write)).rejects.toBeInstanceOf(ProviderRejected);
      expect((await provider.readSubscription(subscription.id))?.status).toBe('canceled');
    });
  });
}
