import { describe, expect, it } from 'vitest';
import {
  eventTypes,
  invoiceStatuses,
  makeCustomer,
  newKey,
  newStart,
  payWith,
  pro,
  read,
  subscribe,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

const minuteMs = 60_000;

/** Cases of an end that is set for later, and taken back. */
export function setEndCases(rig: () => ProviderRig): void {
  endLaterCases(rig);
  untouchedCases(rig);
  keepGoingCases(rig);
}

function callsOf(rig: () => ProviderRig) {
  return {
    endLater: (id: string, key = newKey()) => rig().provider.endAtPeriodEnd({ key, id }),
    keepGoing: (id: string, key = newKey()) => rig().provider.keepGoing({ key, id }),
  };
}

function endLaterCases(rig: () => ProviderRig): void {
  const { endLater, keepGoing } = callsOf(rig);

  describe('ending a subscription with its period', () => {
    it('keeps it until then, and charges nothing after it', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id, periodEnd } = subscription;
      expect(subscription.endsAt).toBeNull();
      expect(await endLater(id)).toMatchObject({ status: 'active', endsAt: periodEnd, periodEnd });
      expect(await read(rig(), id)).toMatchObject({ endsAt: periodEnd, items: pro });
      expect(await rig().provider.readNextTotal(id)).toBeNull();
      const isListed = ({ id: listed }: { readonly id: string }) => listed === id;
      const { subscriptions } = await rig().provider.listRunning();
      expect(subscriptions.find(isListed)).toMatchObject({ endsAt: periodEnd });

      await rig().advance(weekMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({
        status: 'canceled',
        endsAt: null,
        price: null,
        items: pro,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid']);
      expect(await eventTypes(rig(), customerId)).toEqual(
        expect.arrayContaining(['customer.subscription.updated', 'customer.subscription.deleted']),
      );
    });

    it('asked again with its key or another one: changes nothing more', async () => {
      const { subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      const key = newKey();
      const first = await endLater(id, key);
      expect(await endLater(id, key)).toEqual(first);
      expect(await endLater(id)).toEqual(first);
    });

    it('can be asked for again after it was taken back', async () => {
      const { subscription } = await subscribe(rig(), pro);
      const { id, periodEnd } = subscription;
      await endLater(id);
      await keepGoing(id);
      expect(await endLater(id)).toMatchObject({ endsAt: periodEnd });
      expect(await read(rig(), id)).toMatchObject({ endsAt: periodEnd });
    });

    it('ends it now where that is asked for afterwards', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await endLater(id);
      const ended = await rig().provider.endSubscription({ key: newKey(), id });
      expect(ended).toMatchObject({ status: 'canceled', endsAt: null });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid']);
    });
  });
}

function untouchedCases(rig: () => ProviderRig): void {
  const { endLater, keepGoing } = callsOf(rig);

  describe('ending a subscription that is not active with its period', () => {
    it.each([
      ['whose renewal is owed', 'past_due'],
      ['that has ended', 'canceled'],
    ])('leaves one %s as it is', async (_, status) => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      if (status === 'canceled') {
        await rig().provider.endSubscription({ key: newKey(), id });
      } else {
        await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
        await rig().advance(weekMs + minuteMs);
      }
      const before = await read(rig(), id);
      expect(before.status).toBe(status);
      expect(await endLater(id)).toEqual(before);
      expect(await keepGoing(id)).toEqual(before);
    });

    it('leaves a first payment that waits as it is', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const charge = await rig().provider.startSubscription(newStart(paying, pro));
      const { id } = charge.outcome === 'declined' ? expect.fail() : charge.subscription;
      expect(await endLater(id)).toMatchObject({ status: 'incomplete', endsAt: null });
    });
  });
}

function keepGoingCases(rig: () => ProviderRig): void {
  const { endLater, keepGoing } = callsOf(rig);

  describe('taking the end of a subscription back', () => {
    it('has it renew as before', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id, periodEnd } = subscription;
      await endLater(id);
      expect(await keepGoing(id)).toMatchObject({ status: 'active', endsAt: null, periodEnd });
      expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: usd(1_000) });

      await rig().advance(weekMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'active', endsAt: null });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });

    it('leaves one that goes on anyway as it is', async () => {
      const { subscription } = await subscribe(rig(), pro);
      expect(await keepGoing(subscription.id)).toEqual(subscription);
    });
  });
}
