import { describe, expect, it } from 'vitest';
import {
  ChangeRefused,
  InstantOutsidePeriod,
} from '../../../src/modules/billing/port/provider-failure.ts';
import { enterpriseMonth, fromApril, passEnd, proMonth, proYear } from './calendar.ts';
import { beginScheduled, callsOf, toMonth } from './schedule-steps.ts';
import {
  enterprise,
  free,
  invoiceStatuses,
  newestInvoice,
  newKey,
  nextTotal,
  payWith,
  pro,
  read,
  subscribe,
  usd,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Cases of a scheduled change that is made again, dropped or refused. */
export function scheduleDropCases(rig: () => ProviderRig): void {
  againCases(rig);
  dropCases(rig);
  refusedCases(rig);
}

function againCases(rig: () => ProviderRig): void {
  const { schedule } = callsOf(rig);

  describe('scheduling a change again', () => {
    it('with its key or another one: changes nothing more', async () => {
      const { subscription, change } = await fromApril(rig(), toMonth);
      const { id, periodEnd } = subscription;
      const key = newKey();
      const first = await schedule(id, change.items, periodEnd, key);
      expect(await schedule(id, change.items, periodEnd, key)).toEqual(first);
      expect(await schedule(id, change.items, periodEnd)).toEqual(first);
    });

    it('to another plan: takes the place of the first', async () => {
      const { subscription } = await beginScheduled(rig());
      const { id, periodEnd } = subscription;
      const after = await schedule(id, enterpriseMonth, periodEnd);
      expect(after.scheduled).toEqual({ items: enterpriseMonth, at: periodEnd });
      await passEnd(rig(), subscription);
      expect(await read(rig(), id)).toMatchObject({ items: enterpriseMonth });
    });

    it('in the first period after it took effect: waits for the end of that one', async () => {
      const { customerId, subscription } = await subscribe(rig(), enterprise);
      const { id } = subscription;
      await schedule(id, pro, subscription.periodEnd);
      await passEnd(rig(), subscription);
      const turned = await read(rig(), id);
      const after = await schedule(id, free, turned.periodEnd);
      expect(after.scheduled).toEqual({ items: free, at: turned.periodEnd });
      await passEnd(rig(), turned);
      expect(await read(rig(), id)).toMatchObject({ items: free, scheduled: null });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });
  });
}

function dropCases(rig: () => ProviderRig): void {
  const { schedule, drop } = callsOf(rig);

  describe('dropping a scheduled change', () => {
    it('has the subscription renew as before, once or more often', async () => {
      const { subscription, customerId } = await beginScheduled(rig());
      const { id } = subscription;
      const key = newKey();
      const kept = await drop(id, key);
      expect(kept).toMatchObject({ items: proYear, scheduled: null });
      expect(await drop(id, key)).toEqual(kept);
      expect(await drop(id)).toEqual(kept);
      expect(await nextTotal(rig(), id)).toEqual(usd(40_000));
      await passEnd(rig(), subscription);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({ total: usd(40_000) });
    });

    it('leaves one without a change as it is, running or ended', async () => {
      const { subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      expect(await drop(id)).toEqual(subscription);
      const ended = await rig().provider.endSubscription({ key: newKey(), id });
      expect(await drop(id)).toEqual(ended);
    });

    it('leaves the prices of one that has taken effect', async () => {
      const { subscription } = await subscribe(rig(), enterprise);
      const { id, periodEnd } = subscription;
      await schedule(id, pro, periodEnd);
      await passEnd(rig(), subscription);
      const key = newKey();
      const turned = await drop(id, key);
      expect(turned).toMatchObject({ items: pro, scheduled: null });
      expect(await drop(id, key)).toEqual(turned);
      expect(await read(rig(), id)).toMatchObject({ items: pro });
    });

    it('can be followed by another change', async () => {
      const { subscription } = await beginScheduled(rig());
      const { id, periodEnd } = subscription;
      await drop(id);
      expect(await schedule(id, proMonth, periodEnd)).toMatchObject({
        scheduled: { items: proMonth, at: periodEnd },
      });
    });

    it('is part of ending with the period, of ending now, and of a change that takes effect', async () => {
      const scheduled = async () => {
        const { subscription } = await subscribe(rig(), enterprise);
        await schedule(subscription.id, pro, subscription.periodEnd);
        return subscription;
      };
      const { id, periodEnd } = await scheduled();
      const ending = await rig().provider.endAtPeriodEnd({ key: newKey(), id });
      expect(ending).toMatchObject({ endsAt: periodEnd, scheduled: null });
      const kept = await rig().provider.keepGoing({ key: newKey(), id });
      expect(kept).toMatchObject({ endsAt: null, scheduled: null, items: enterprise });

      const other = await scheduled();
      const ended = await rig().provider.endSubscription({ key: newKey(), id: other.id });
      expect(ended).toMatchObject({ status: 'canceled', scheduled: null });

      const third = await scheduled();
      const change = { providerSubscriptionId: third.id, at: third.periodStart ?? new Date(0) };
      const bought = { ...change, items: proMonth, key: newKey() };
      expect(await rig().provider.changePrices(bought)).toMatchObject({ outcome: 'paid' });
      expect(await read(rig(), third.id)).toMatchObject({ items: proMonth, scheduled: null });
    });

    it('does not come from a change whose payment is declined', async () => {
      const { customerId, subscription } = await subscribe(rig(), enterprise);
      const { id, periodEnd, periodStart } = subscription;
      await schedule(id, pro, periodEnd);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      const change = { providerSubscriptionId: id, items: enterpriseMonth };
      const at = periodStart ?? new Date(0);
      const charge = await rig().provider.changePrices({ ...change, at, key: newKey() });
      expect(charge.outcome).toBe('declined');
      expect(await read(rig(), id)).toMatchObject({
        items: enterprise,
        scheduled: { items: pro, at: periodEnd },
      });
    });
  });
}

function refusedCases(rig: () => ProviderRig): void {
  const { schedule } = callsOf(rig);

  describe('scheduling a change that cannot be made', () => {
    it('for another instant than the end of the period: is refused', async () => {
      const { subscription } = await subscribe(rig(), enterprise);
      const { id, periodStart } = subscription;
      await expect(schedule(id, pro, periodStart)).rejects.toThrow(InstantOutsidePeriod);
      expect(await read(rig(), id)).toEqual(subscription);
    });

    it('while a renewal is owed: is refused, and so is its preview', async () => {
      const { customerId, subscription } = await subscribe(rig(), enterprise);
      const { id } = subscription;
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await passEnd(rig(), subscription);
      const owing = await read(rig(), id);
      expect(owing.status).toBe('past_due');
      await expect(schedule(id, pro, owing.periodEnd)).rejects.toThrow(ChangeRefused);
      const change = { providerSubscriptionId: id, items: pro, at: owing.periodStart };
      const at = change.at ?? new Date(0);
      const shown = rig().provider.previewScheduled({ ...change, at });
      await expect(shown).rejects.toThrow(ChangeRefused);
    });

    it('to the prices that it has since its period ended: leaves it as it is', async () => {
      const { subscription } = await subscribe(rig(), enterprise);
      const { id, periodEnd } = subscription;
      await schedule(id, pro, periodEnd);
      await passEnd(rig(), subscription);
      const after = await read(rig(), id);
      expect(after.items).toEqual(pro);
      expect(await schedule(id, pro, periodEnd)).toEqual(after);
    });

    it('of one that is going to end: leaves it as it is', async () => {
      const { subscription } = await subscribe(rig(), enterprise);
      const { id, periodEnd } = subscription;
      const ending = await rig().provider.endAtPeriodEnd({ key: newKey(), id });
      expect(await schedule(id, pro, periodEnd)).toEqual(ending);
    });
  });
}
