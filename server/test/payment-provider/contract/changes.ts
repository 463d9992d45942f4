import { describe, expect, it } from 'vitest';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  eventTypes,
  invoiceStatuses,
  newestInvoice,
  newKey,
  nextTotal,
  payWith,
  pro,
  read,
  readCredit,
  secretOf,
  subscribe,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Rest of the week when the plan changes. */
const leftMs = 3 * dayMs;

export function changeCases(rig: () => ProviderRig): void {
  paidChangeCases(rig);
  unpaidChangeCases(rig);
  waitingChangeCases(rig);
}

function paidChangeCases(rig: () => ProviderRig): void {
  describe('a plan change that is paid', () => {
    it('up: charges what the preview said, at once, and keeps the period', async () => {
      const { customerId, subscription, change } = await midweek(rig(), {
        from: pro,
        to: enterprise,
      });
      const preview = await rig().provider.previewChange(change);
      expect(preview).toMatchObject({
        at: change.at,
        credit: usd(0),
        next: usd(3_000),
        nextAt: subscription.periodEnd,
      });
      expect(preview.dueNow.amount).toBeGreaterThan(0);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid']);

      const charge = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(charge.outcome).toBe('paid');
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'active',
        items: enterprise,
        periodEnd: subscription.periodEnd,
      });
      expect(await nextTotal(rig(), subscription.id)).toEqual(preview.next);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: preview.dueNow,
      });
      expect(await eventTypes(rig(), customerId)).toContain('customer.subscription.updated');
    });

    it('down: charges nothing, keeps the unused time as credit and takes it off next', async () => {
      const { customerId, subscription, change } = await midweek(rig(), {
        from: enterprise,
        to: pro,
      });
      const preview = await rig().provider.previewChange(change);
      expect(preview.dueNow).toEqual(usd(0));
      expect(preview.credit.amount).toBeGreaterThan(0);
      expect(preview.next).toEqual(usd(1_000 - Math.min(1_000, preview.credit.amount)));

      const charge = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(charge.outcome).toBe('paid');
      const after = await read(rig(), subscription.id);
      expect(after).toMatchObject({ status: 'active', items: pro, price: usd(1_000) });
      expect(await nextTotal(rig(), subscription.id)).toEqual(preview.next);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: usd(-preview.credit.amount),
      });
      expect(await readCredit(rig(), customerId)).toBe(preview.credit.amount);
    });

    it('changes once for one key', async () => {
      const { customerId, change } = await midweek(rig(), { from: pro, to: enterprise });
      const keyed = { ...change, key: newKey() };
      await rig().provider.changePrices(keyed);
      expect(await rig().provider.changePrices(keyed)).toMatchObject({ outcome: 'paid' });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });

    it('up and down again: the second preview is kept too', async () => {
      const { customerId, subscription, change } = await midweek(rig(), {
        from: pro,
        to: enterprise,
      });
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().advance(dayMs);
      const back = { ...change, items: pro, at: beforeEnd(subscription, leftMs - dayMs) };
      const preview = await rig().provider.previewChange(back);
      await rig().provider.changePrices({ ...back, key: newKey() });
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        total: usd(-preview.credit.amount),
      });
      expect(await read(rig(), subscription.id)).toMatchObject({ items: pro });
      expect(await nextTotal(rig(), subscription.id)).toEqual(preview.next);
    });
  });
}

function unpaidChangeCases(rig: () => ProviderRig): void {
  describe('a plan change that is not paid at once', () => {
    it('up with a card that is declined: nothing changes and nothing is owed', async () => {
      const { customerId, subscription, change } = await midweek(rig(), {
        from: pro,
        to: enterprise,
      });
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      const charge = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(charge).toEqual({ outcome: 'declined', message: 'Your card was declined.' });
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'active',
        items: pro,
        clientSecret: null,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);

      await payWith(rig(), customerId, 'pm_card_visa');
      const again = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(again.outcome).toBe('paid');
    });

    it('up with a card that asks for the person: applies when they have answered', async () => {
      const cardId = 'pm_card_authenticationRequired';
      const { customerId, subscription, change } = await midweek(rig(), {
        from: pro,
        to: enterprise,
        cardId,
      });
      const charge = await rig().provider.changePrices({ ...change, key: newKey() });
      const secret = secretOf(charge);
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'active',
        items: pro,
        clientSecret: secret,
      });

      await rig().authenticate(secret, true);
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'active',
        items: enterprise,
        clientSecret: null,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });
  });
}

interface Wanted {
  readonly from: readonly PriceItem[];
  readonly to: readonly PriceItem[];
  readonly cardId?: string;
}

function waitingChangeCases(rig: () => ProviderRig): void {
  describe('a plan change that waits for its person', () => {
    const wanted = { from: pro, to: enterprise, cardId: 'pm_card_authenticationRequired' };

    it('changes nothing when they fail, and can be asked for again', async () => {
      const { customerId, subscription, change } = await midweek(rig(), wanted);
      const charge = await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().authenticate(secretOf(charge), false);
      expect(await read(rig(), subscription.id)).toMatchObject({ status: 'active', items: pro });

      await payWith(rig(), customerId, 'pm_card_visa');
      await rig().advance(dayMs);
      const later = { ...change, at: beforeEnd(subscription, leftMs - dayMs) };
      const again = await rig().provider.changePrices({ ...later, key: newKey() });
      expect(again.outcome).toBe('paid');
      expect(await read(rig(), subscription.id)).toMatchObject({ items: enterprise });
      const statuses = await invoiceStatuses(rig(), customerId);
      expect(statuses.filter((status) => status === 'paid')).toHaveLength(2);
    });

    it('is dropped when it is given up, and is asked for anew later', async () => {
      const { customerId, subscription, change } = await midweek(rig(), wanted);
      const { id } = subscription;
      const secret = secretOf(await rig().provider.changePrices({ ...change, key: newKey() }));
      const request = { key: newKey(), id };
      for (let round = 0; round < 2; round += 1) {
        await rig().provider.giveUpChange(request);
        expect(await read(rig(), id)).toMatchObject({ items: pro, clientSecret: null });
      }
      await rig()
        .authenticate(secret, true)
        .catch(() => undefined);
      expect(await read(rig(), id)).toMatchObject({ status: 'active', items: pro });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);

      const again = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(secretOf(again)).not.toBe(secret);
    });

    it('is over with its card, and asks for the one that is charged by then', async () => {
      const { customerId, card, subscription, change } = await midweek(rig(), wanted);
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().provider.detachCard({ key: newKey(), cardId: card.id });
      expect((await read(rig(), subscription.id)).clientSecret).toBeNull();
      await payWith(rig(), customerId, 'pm_card_visa');
      const again = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(again.outcome).toBe('paid');
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'void', 'paid']);
    });

    it('is dropped when the subscription is ended', async () => {
      const { customerId, subscription, change } = await midweek(rig(), wanted);
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().provider.endSubscription({ key: newKey(), id: subscription.id });
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'canceled',
        clientSecret: null,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });
  });
}

/** A change in the middle of the first week. */
async function midweek(rig: ProviderRig, { from, to, cardId }: Wanted) {
  const subscribed = await subscribe(rig, from, cardId);
  await rig.advance(weekMs - leftMs);
  const change = {
    providerSubscriptionId: subscribed.subscription.id,
    items: to,
    at: beforeEnd(subscribed.subscription, leftMs),
  };
  return { ...subscribed, change };
}
