import { describe, expect, it } from 'vitest';
import {
  beforeEnd,
  dayMs,
  enterprise,
  invoiceStatuses,
  listAllRunning,
  makeCustomer,
  newKept,
  newKey,
  newStart,
  payWith,
  pro,
  read,
  secretOf,
  subscribe,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

export function readingCases(rig: () => EmulatorRig): void {
  strangerCases(rig);
  oldAnswerCases(rig);
  olderDebtCases(rig);
}

function strangerCases(rig: () => EmulatorRig): void {
  describe('what somebody else has done at Stripe', () => {
    it('names no subscription of ours for what somebody else has made', async () => {
      const { provider, emulator } = rig();
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const id = await send(emulator.url, '/v1/subscriptions', {
        customer: customerId,
        'items[0][price]': 'price_pro_week',
      });
      expect(await read(rig(), id)).toMatchObject({ status: 'active', subscriptionId: null });
      const foreign = { id, customerId, subscriptionId: null, isElsewhere: false };
      expect(await listAllRunning(rig())).toContainEqual(expect.objectContaining(foreign));

      const stranger = await send(emulator.url, '/v1/customers');
      const unknown = { subscriptionId: null, isOwn: false };
      expect(await provider.readCustomer(stranger)).toMatchObject(unknown);
    });

    it('takes nothing for ours that another installation on the account has made', async () => {
      const { provider, emulator } = rig();
      const elsewhere = {
        'metadata[subscriptionId]': 'their-project',
        'metadata[installation]': 'elsewhere',
      };
      const theirs = await send(emulator.url, '/v1/customers', elsewhere);
      const unknown = { subscriptionId: null, isOwn: false };
      expect(await provider.readCustomer(theirs)).toMatchObject(unknown);
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const id = await send(emulator.url, '/v1/subscriptions', {
        customer: customerId,
        'items[0][price]': 'price_pro_week',
        ...elsewhere,
      });
      expect(await read(rig(), id)).toMatchObject({ subscriptionId: null });
      const foreign = { id, customerId, subscriptionId: null, isElsewhere: true };
      expect(await listAllRunning(rig())).toContainEqual(expect.objectContaining(foreign));
    });

    it('shows the own card of a subscription, which is charged before the customer’s', async () => {
      const { provider } = rig();
      const { customerId, card, subscription } = await subscribe(rig(), pro);
      await provider.keepCard(newKept(customerId, 'pm_card_mastercard'));
      expect(await provider.readCustomer(customerId)).toMatchObject({ card: { last4: '4444' } });
      expect((await read(rig(), subscription.id)).card).toEqual(card);
      const cards = await provider.listCards(customerId);
      expect(cards.find(({ isDefault }) => isDefault)).toEqual(card);
    });

    it('shows the customer’s card once the subscription has ended, whose own one is charged no more', async () => {
      const { provider } = rig();
      const { customerId, subscription } = await subscribe(rig(), pro);
      await provider.keepCard(newKept(customerId, 'pm_card_mastercard'));
      await provider.endSubscription({ key: 'end', id: subscription.id });
      expect((await read(rig(), subscription.id)).card).toMatchObject({ last4: '4444' });
    });
  });
}

function oldAnswerCases(rig: () => EmulatorRig): void {
  describe('an answer that Stripe repeats for its key', () => {
    it('is not taken for what a first payment is now', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const start = newStart(paying, pro);
      const secret = secretOf(await rig().provider.startSubscription(start));
      await rig().authenticate(secret, true);
      expect(await rig().provider.startSubscription(start)).toMatchObject({
        outcome: 'paid',
        subscription: { status: 'active' },
      });
    });

    it('is not taken for what a plan is now', async () => {
      const { subscription } = await subscribe(rig(), pro);
      await rig().advance(dayMs);
      const { provider } = rig();
      const at = beforeEnd(subscription, weekMs - dayMs);
      const change = { providerSubscriptionId: subscription.id, items: enterprise, at };
      const up = { ...change, key: newKey() };
      await provider.changePrices(up);
      await provider.changePrices({ ...change, items: pro, key: newKey() });
      expect(await provider.changePrices(up)).not.toMatchObject({ outcome: 'paid' });
    });
  });
}

function olderDebtCases(rig: () => EmulatorRig): void {
  describe('an older invoice that is owed', () => {
    it('stays a debt at the end, though the latest invoice is paid', async () => {
      const { provider, emulator } = rig();
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await emulator.control('config', { retryDays: [30] });
      try {
        await rig().advance(weekMs + dayMs);
        await payWith(rig(), customerId, 'pm_card_visa');
        await rig().advance(weekMs);
      } finally {
        await emulator.control('config', { retryDays: [3, 5, 7] });
      }
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'open', 'paid']);
      const ended = await provider.endSubscription({ key: newKey(), id });
      expect(ended).toMatchObject({ status: 'canceled', latestInvoice: { status: 'paid' } });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'uncollectible', 'paid']);
    });
  });
}
