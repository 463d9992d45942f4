import { describe, expect, it } from 'vitest';
import { ProviderRefusal } from '../../src/modules/billing/port/payment-provider.ts';
import { eventTypes, makeCustomer, newKey, payWith } from './contract-steps.ts';
import type { ProviderRig } from './contract-suite.ts';

export function cardCases(rig: () => ProviderRig): void {
  describe('cards', () => {
    it('makes the first card the default and keeps it that when a second one comes', async () => {
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      expect(card).toMatchObject({ brand: 'visa', last4: '4242', isDefault: true });
      expect(card.expMonth).toBeGreaterThanOrEqual(1);
      expect(card.expMonth).toBeLessThanOrEqual(12);
      expect(card.id).toMatch(/^pm_/);

      const second = await rig().provider.attachCard({
        key: newKey(),
        customerId,
        cardId: 'pm_card_mastercard',
      });
      expect(second).toMatchObject({ brand: 'mastercard', last4: '4444', isDefault: false });
      const cards = await rig().provider.listCards(customerId);
      expect(cards).toHaveLength(2);
      expect(cards.find(({ isDefault }) => isDefault)?.id).toBe(card.id);
      expect(await eventTypes(rig(), customerId)).toContain('payment_method.attached');
    });

    it('has one default at a time', async () => {
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      const second = await payWith(rig(), customerId, 'pm_card_mastercard');
      const cards = await rig().provider.listCards(customerId);
      const defaults = Object.fromEntries(cards.map(({ id, isDefault }) => [id, isDefault]));
      expect(defaults).toEqual({ [card.id]: false, [second.id]: true });
    });

    it.each([
      ['pm_card_chargeDeclined', 'Your card was declined.'],
      ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ])('refuses %s in a sentence for people and keeps nothing of it', async (cardId, sentence) => {
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const refused = rig().provider.attachCard({ key: newKey(), customerId, cardId });
      const error: unknown = await refused.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ProviderRefusal);
      expect(error).toHaveProperty('message', sentence);
      expect(await rig().provider.listCards(customerId)).toHaveLength(1);
    });

    it('attaches one card for one key', async () => {
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const request = { key: newKey(), customerId, cardId: 'pm_card_mastercard' };
      const first = await rig().provider.attachCard(request);
      expect(await rig().provider.attachCard(request)).toEqual(first);
      expect(await rig().provider.listCards(customerId)).toHaveLength(2);
    });

    it('detaches a card, and minds not when it is gone already', async () => {
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      await payWith(rig(), customerId, 'pm_card_mastercard');
      await rig().provider.detachCard({ key: newKey(), cardId: card.id });
      await rig().provider.detachCard({ key: newKey(), cardId: card.id });
      const cards = await rig().provider.listCards(customerId);
      expect(cards.map(({ last4 }) => last4)).toEqual(['4444']);
      expect(await eventTypes(rig(), customerId)).toContain('payment_method.detached');
    });
  });

  setupCases(rig);
}

function setupCases(rig: () => ProviderRig): void {
  describe('setups', () => {
    it('opens a setup with a secret for the browser', async () => {
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const request = { key: newKey(), customerId };
      const secret = await rig().provider.createSetup(request);
      expect(secret).toMatch(/^seti_\w+_secret_\w+$/);
      expect(await rig().provider.createSetup(request)).toBe(secret);
    });

    it('closes the setups of one customer, and no card comes by them any more', async () => {
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const other = await makeCustomer(rig(), 'pm_card_visa');
      const { provider, completeSetup } = rig();
      const setups = await Promise.all([
        provider.createSetup({ key: newKey(), customerId }),
        provider.createSetup({ key: newKey(), customerId }),
        provider.createSetup({ key: newKey(), customerId: other.customerId }),
      ]);
      await completeSetup(setups[0]);

      const request = { key: newKey(), customerId };
      await provider.cancelSetups(request);
      await provider.cancelSetups(request);

      await expect(completeSetup(setups[1])).rejects.toThrow();
      expect(await provider.listCards(customerId)).toHaveLength(2);
      await completeSetup(setups[2]);
      expect(await provider.listCards(other.customerId)).toHaveLength(2);
    });
  });
}
