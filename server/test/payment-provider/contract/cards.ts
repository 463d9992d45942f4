import { describe, expect, it } from 'vitest';
import {
  CardDeclined,
  ProviderRejected,
} from '../../../src/modules/billing/port/payment-provider.ts';
import {
  details,
  eventTypes,
  makeCustomer,
  newKept,
  newKey,
  newStart,
  noCredit,
  payWith,
  pro,
  read,
  type Subscribed,
  subscribe,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

export function cardCases(rig: () => ProviderRig): void {
  defaultCases(rig);
  keptCases(rig);
  chargedCases(rig);
  refusedCases(rig);
  setupCases(rig);
}

function defaultCases(rig: () => ProviderRig): void {
  describe('cards', () => {
    it('kept or set as default: the last one is the only default', async () => {
      const { provider } = rig();
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      const second = await payWith(rig(), customerId, 'pm_card_mastercard');
      expect(second).toMatchObject({ brand: 'mastercard', last4: '4444', isDefault: true });
      expect(await defaults(rig(), customerId)).toEqual({ [card.id]: false, [second.id]: true });
      await provider.setDefaultCard({ key: newKey(), customerId, cardId: card.id });
      expect(await defaults(rig(), customerId)).toEqual({ [card.id]: true, [second.id]: false });
      expect(await provider.readCustomer(customerId)).toMatchObject({ card });
    });

    it('detached meanwhile: refused as default', async () => {
      const { provider } = rig();
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      await payWith(rig(), customerId, 'pm_card_mastercard');
      await provider.detachCard({ key: newKey(), cardId: card.id });
      const set = provider.setDefaultCard({ key: newKey(), customerId, cardId: card.id });
      await expect(set).rejects.toBeInstanceOf(ProviderRejected);
    });

    it('shows the card that a subscription charges next', async () => {
      const { customerId, card, subscription } = await subscribe(rig(), pro);
      expect(subscription.card).toEqual(card);
      await payWith(rig(), customerId, 'pm_card_mastercard');
      await rig().provider.setDefaultCard({ key: newKey(), customerId, cardId: card.id });
      expect((await read(rig(), subscription.id)).card).toEqual(card);
    });

    it('detached again, or unknown: changes nothing, without an error', async () => {
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      await payWith(rig(), customerId, 'pm_card_mastercard');
      for (const cardId of [card.id, card.id, 'pm_unheard_of']) {
        await rig().provider.detachCard({ key: newKey(), cardId });
      }
      const cards = await rig().provider.listCards(customerId);
      expect(cards.map(({ last4 }) => last4)).toEqual(['4444']);
      expect(await eventTypes(rig(), customerId)).toContain('payment_method.detached');
    });
  });
}

function keptCases(rig: () => ProviderRig): void {
  describe('a card that is kept', () => {
    it('becomes the default, with the address, the e-mail and our id', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email: 'ada@example.com' };
      const customerId = await provider.createCustomer(customer);
      const kept = newKept(customerId, 'pm_card_visa', { email: 'lovelace@example.com' });
      await provider.keepCard(kept);

      const [card, ...others] = await provider.listCards(customerId);
      expect(others).toEqual([]);
      expect(card).toMatchObject({ brand: 'visa', last4: '4242', isDefault: true });
      expect(card?.expMonth).toBeGreaterThanOrEqual(1);
      expect(card?.expMonth).toBeLessThanOrEqual(12);
      expect(card?.id).toMatch(/^pm_/);
      const { subscriptionId, email } = kept;
      const now = { id: customerId, subscriptionId, card, ...noCredit, isOwn: true };
      expect(await provider.readCustomer(customerId)).toEqual(now);
      expect(await rig().readPayer(customerId)).toEqual({ email, details });
      const events = await eventTypes(rig(), customerId);
      expect(events).toEqual(
        expect.arrayContaining(['payment_method.attached', 'customer.updated']),
      );
      const charge = await provider.startSubscription(newStart({ customerId }, pro));
      expect(charge).toMatchObject({ outcome: 'paid', subscription: { card } });
    });

    it('may be there already, and becomes the default again', async () => {
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      const second = await payWith(rig(), customerId, 'pm_card_mastercard');
      await rig().provider.keepCard(newKept(customerId, card.id));
      expect(await defaults(rig(), customerId)).toEqual({ [card.id]: true, [second.id]: false });
    });

    it('is one card for one key, which changes nothing when it is repeated later', async () => {
      const { customerId, card } = await makeCustomer(rig(), 'pm_card_visa');
      const kept = newKept(customerId, 'pm_card_mastercard');
      await rig().provider.keepCard(kept);
      await rig().provider.keepCard(kept);
      expect(await rig().provider.listCards(customerId)).toHaveLength(2);
      await payWith(rig(), customerId, card.id);
      const before = await rig().provider.listCards(customerId);
      await rig().provider.keepCard(kept);
      expect(await rig().provider.listCards(customerId)).toEqual(before);
      expect(before.find(({ isDefault }) => isDefault)).toEqual(card);
    });

    it('gives a customer whose card was declined to another project', async () => {
      const { provider } = rig();
      const { customerId } = await makeCustomer(rig(), 'pm_card_chargeCustomerFail');
      const declined = await provider.startSubscription(newStart({ customerId }, pro));
      expect(declined.outcome).toBe('declined');
      const subscriptionId = newKey();
      await provider.keepCard(newKept(customerId, 'pm_card_visa', { subscriptionId }));
      expect(await provider.readCustomer(customerId)).toMatchObject({ subscriptionId });
      const charge = await provider.startSubscription(newStart({ customerId }, pro));
      expect(charge).toMatchObject({ outcome: 'paid', subscription: { card: { last4: '4242' } } });
    });
  });
}

function chargedCases(rig: () => ProviderRig): void {
  describe('a card that is kept for a subscription', () => {
    it('is charged by the named subscription from then on', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const chargedId = subscription.id;
      await rig().provider.keepCard(newKept(customerId, 'pm_card_mastercard', { chargedId }));
      const { card } = await read(rig(), chargedId);
      expect(card).toMatchObject({ last4: '4444', isDefault: true });
      expect(await rig().provider.readCustomer(customerId)).toMatchObject({ card });
    });

    it('becomes the default though the named subscription has ended meanwhile', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const chargedId = subscription.id;
      await rig().provider.endSubscription({ key: newKey(), id: chargedId });
      await rig().provider.keepCard(newKept(customerId, 'pm_card_mastercard', { chargedId }));
      const card = { last4: '4444', isDefault: true };
      expect(await rig().provider.readCustomer(customerId)).toMatchObject({ card });
    });
  });
}

function refusedCases(rig: () => ProviderRig): void {
  const moved = { ...details, name: 'Eve Moved', phone: '+1 555 0199' };
  /** Everything in it differs from what the customer has. */
  const newRefused = ({ customerId, subscription }: Subscribed, cardId: string) =>
    newKept(customerId, cardId, {
      chargedId: subscription.id,
      email: 'eve@example.com',
      details: moved,
    });

  describe('a card that cannot be kept', () => {
    it.each([
      ['pm_card_chargeDeclined', 'Your card was declined.'],
      ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ])(
      "is refused in the provider's sentence, and changes nothing: %s",
      async (cardId, sentence) => {
        const subscribed = await subscribe(rig(), pro);
        const before = await everythingOf(rig(), subscribed);
        const request = newRefused(subscribed, cardId);
        for (let round = 0; round < 2; round += 1) {
          const refused = rig().provider.keepCard(request);
          const error: unknown = await refused.catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(CardDeclined);
          expect(error).toHaveProperty('message', sentence);
        }
        expect(await everythingOf(rig(), subscribed)).toEqual(before);
      },
    );

    it("is one that is used up, unknown or somebody else's, and changes nothing", async () => {
      const { provider } = rig();
      const other = await makeCustomer(rig(), 'pm_card_visa');
      const gone = await payWith(rig(), other.customerId, 'pm_card_mastercard');
      await provider.detachCard({ key: newKey(), cardId: gone.id });
      const subscribed = await subscribe(rig(), pro);
      const before = await everythingOf(rig(), subscribed);
      for (const cardId of [other.card.id, gone.id, 'pm_unheard_of']) {
        const refused = provider.keepCard(newRefused(subscribed, cardId));
        await expect(refused).rejects.toBeInstanceOf(CardDeclined);
      }
      expect(await everythingOf(rig(), subscribed)).toEqual(before);
      expect(await provider.listCards(other.customerId)).toHaveLength(1);
    });
  });
}

/** By the id of each card, whether it is the default. */
async function defaults({ provider }: ProviderRig, customerId: string) {
  const cards = await provider.listCards(customerId);
  return Object.fromEntries(cards.map(({ id, isDefault }) => [id, isDefault]));
}

/** Everything that keeping a card could change. */
async function everythingOf(rig: ProviderRig, { customerId, subscription }: Subscribed) {
  return {
    customer: await rig.provider.readCustomer(customerId),
    cards: await rig.provider.listCards(customerId),
    payer: await rig.readPayer(customerId),
    charged: (await read(rig, subscription.id)).card,
  };
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
