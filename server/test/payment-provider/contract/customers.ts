import { describe, expect, it } from 'vitest';
import {
  ProviderRejected,
  ProviderUnknown,
} from '../../../src/modules/billing/port/payment-provider.ts';
import {
  details,
  enterprise,
  free,
  itemsAt,
  newKey,
  noCredit,
  pro,
  subscribe,
  weekly,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';
import { germanId, living } from './tax-steps.ts';

const email = 'ada@example.com';

export function customerCases(rig: () => ProviderRig): void {
  priceCases(rig);
  presentCustomerCases(rig);
  renamedCustomerCases(rig);
  goneCustomerCases(rig);
}

function priceCases(rig: () => ProviderRig): void {
  describe('prices', () => {
    it('finds nothing wrong with prices that are as configured', async () => {
      const faults = await rig().provider.checkPrices([
        weekly(free, 0),
        weekly(pro, 1_000),
        weekly(enterprise, 3_000),
      ]);
      expect(faults).toEqual({ account: [], prices: [[], [], []] });
    });

    it('asks of a retired price only that it is there', async () => {
      const { account, prices } = await rig().provider.checkPrices([
        weekly(pro, null),
        weekly(itemsAt('price_unheard_of'), null),
      ]);
      expect(account).toEqual([]);
      expect(prices).toEqual([[], [expect.stringContaining('price_unheard_of')]]);
    });

    it('names each price that is unknown or costs something else', async () => {
      const { account, prices } = await rig().provider.checkPrices([
        weekly(pro, 999),
        weekly(itemsAt('price_unheard_of'), 1_000),
        weekly(pro, 1_000),
        {
          ...weekly(enterprise, 3_000),
          currency: 'eur',
          total: { amount: 3_000, currency: 'eur' },
        },
      ]);
      expect(account).toEqual([]);
      const said = prices.map((faults) => faults.join('\n'));
      expect(said).toEqual([
        expect.stringContaining(pro[0]?.price ?? ''),
        expect.stringContaining('price_unheard_of'),
        '',
        expect.stringContaining(enterprise[0]?.price ?? ''),
      ]);
    });
  });
}

function presentCustomerCases(rig: () => ProviderRig): void {
  describe('customers', () => {
    it('reads a customer with our id, without a card and without credit', async () => {
      const { provider } = rig();
      const subscriptionId = newKey();
      const id = await provider.createCustomer({ key: newKey(), subscriptionId, email });
      const bare = { id, subscriptionId, card: null, ...noCredit, isOwn: true };
      expect(await provider.readCustomer(id)).toEqual(bare);
    });

    it('gives a new customer the details and the tax id that are saved already', async () => {
      const { provider, readPayer } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email };
      const company = { ...living('DE', { postalCode: '10115' }), taxId: germanId };
      const customerId = await provider.createCustomer({ ...customer, details: company });
      const { taxId: _, ...rest } = company;
      expect(await readPayer(customerId)).toMatchObject({ email, details: rest });
      expect(await provider.readTaxIdStatus(customerId)).not.toBeNull();
    });

    it('makes a second customer of a subscription for another key', async () => {
      const { provider } = rig();
      const subscriptionId = newKey();
      const first = await provider.createCustomer({ key: newKey(), subscriptionId, email });
      const second = await provider.createCustomer({ key: newKey(), subscriptionId, email });
      expect(second).not.toBe(first);
      expect(await provider.readCustomer(second)).toMatchObject({ subscriptionId });
    });

    it('makes one customer for one key', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email };
      const first = await provider.createCustomer(customer);
      expect(await provider.createCustomer(customer)).toBe(first);
    });

    it('makes another customer for a key whose customers were removed', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email };
      const first = await provider.createCustomer(customer);
      await provider.removeCustomer({ key: newKey(), customerId: first });
      const second = await provider.createCustomer(customer);
      await provider.removeCustomer({ key: newKey(), customerId: second });
      const third = await provider.createCustomer(customer);
      expect(new Set([first, second, third])).toHaveProperty('size', 3);
      expect(await provider.readCustomer(third)).toBeDefined();
    });

    it('refuses a key that named another request, and not in words for people', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email };
      await provider.createCustomer(customer);
      const again = provider.createCustomer({ ...customer, email: 'b@example.com' });
      const error: unknown = await again.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toMatch(/CardDeclined/);
    });

    it('removes a customer, and minds not when it is gone already', async () => {
      const { provider } = rig();
      const subscriptionId = newKey();
      const customerId = await provider.createCustomer({ key: newKey(), subscriptionId, email });
      await provider.removeCustomer({ key: newKey(), customerId });
      await provider.removeCustomer({ key: newKey(), customerId });
      expect(await provider.readCustomer(customerId)).toBeUndefined();
    });

    it('takes new details, their removal and a new e-mail, and keeps our id', async () => {
      const { provider, readPayer } = rig();
      const subscriptionId = newKey();
      const customerId = await provider.createCustomer({ key: newKey(), subscriptionId, email });
      await provider.updateCustomer({ key: newKey(), customerId, details });
      expect(await readPayer(customerId)).toEqual({ email, details });
      const lovelace = 'lovelace@example.com';
      await provider.updateCustomer({ key: newKey(), customerId, email: lovelace });
      expect(await readPayer(customerId)).toEqual({ email: lovelace, details });
      await provider.updateCustomer({ key: newKey(), customerId, details: null });
      expect(await readPayer(customerId)).toEqual({ email: lovelace, details: null });
      expect(await provider.readCustomer(customerId)).toMatchObject({ subscriptionId });
    });
  });
}

function renamedCustomerCases(rig: () => ProviderRig): void {
  describe('a customer of another project', () => {
    it('takes our id of the present project, and keeps e-mail and details', async () => {
      const { provider, readPayer } = rig();
      const other = newKey();
      const customer = { key: newKey(), subscriptionId: newKey(), email };
      const customerId = await provider.createCustomer(customer);
      await provider.updateCustomer({ key: newKey(), customerId, details });
      await provider.updateCustomer({ key: newKey(), customerId, subscriptionId: other });
      const named = { subscriptionId: other, isOwn: true };
      expect(await provider.readCustomer(customerId)).toMatchObject(named);
      expect(await readPayer(customerId)).toEqual({ email, details });
    });
  });
}

function goneCustomerCases(rig: () => ProviderRig): void {
  describe('a customer who is gone', () => {
    it('lists nothing of a customer who is gone or whom it never knew', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { provider } = rig();
      await provider.removeCustomer({ key: newKey(), customerId });
      for (const id of [customerId, 'cus_never_made']) {
        expect(await provider.listCards(id)).toEqual([]);
        expect(await provider.listSubscriptions(id)).toEqual([]);
      }
      expect(await provider.listInvoices('cus_never_made', 100)).toEqual([]);
      const asked = provider.readCustomer('cus_never_made');
      await expect(asked).rejects.toBeInstanceOf(ProviderUnknown);
      const write = { key: newKey(), customerId, email: 'a@example.com' };
      await expect(provider.updateCustomer(write)).rejects.toBeInstanceOf(ProviderRejected);
      expect((await provider.readSubscription(subscription.id))?.status).toBe('canceled');
    });
  });
}
