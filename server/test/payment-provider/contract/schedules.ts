import { describe, expect, it } from 'vitest';
import { PaymentReturned } from '../../../src/modules/billing/port/provider-failure.ts';
import { enterpriseMonth, fromApril, monthsLater, passEnd, proMonth, proYear } from './calendar.ts';
import { takenOff } from './codes.ts';
import { beginScheduled, callsOf, toMonth } from './schedule-steps.ts';
import {
  dayMs,
  enterprise,
  free,
  invoiceStatuses,
  makeCustomer,
  newestInvoice,
  newStart,
  nextTotal,
  payWith,
  pro,
  read,
  readCredit,
  subscribe,
  subscriptionOf,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Cases of a plan change that waits for the end of the period. */
export function scheduleCases(rig: () => ProviderRig): void {
  turnCases(rig);
  otherTurnCases(rig);
  discountCases(rig);
}

function turnCases(rig: () => ProviderRig): void {
  const { schedule } = callsOf(rig);

  describe('a scheduled change', () => {
    it('costs nothing now, and its price when the period ends', async () => {
      const { change, subscription } = await fromApril(rig(), toMonth);
      const shown = await rig().provider.previewScheduled(change);
      expect(shown).toMatchObject({
        dueNow: usd(0),
        credit: usd(0),
        next: usd(4_000),
        nextAt: subscription.periodEnd,
        parts: { subtotal: 0, discount: 0 },
        endsAt: null,
      });
      expect(await read(rig(), subscription.id)).toMatchObject({ scheduled: null });
    });

    it('most of the year went back: is shown and scheduled all the same, because nothing is credited', async () => {
      const { change, subscription, customerId } = await fromApril(rig(), toMonth);
      const { id: invoiceId } = await newestInvoice(rig(), customerId);
      await rig().createCreditNote(invoiceId, 20_000);
      const { provider } = rig();
      expect(await provider.previewScheduled(change)).toMatchObject({ dueNow: usd(0) });
      const { id, periodEnd } = subscription;
      const after = await schedule(id, change.items, periodEnd);
      expect(after.scheduled).toEqual({ items: proMonth, at: periodEnd });
      const now = { providerSubscriptionId: id, items: proMonth, at: change.at };
      await expect(provider.previewChange(now)).rejects.toThrow(PaymentReturned);
    });

    it('a year to a month: stays until the year is over, then each month is charged', async () => {
      const { change, subscription, customerId } = await fromApril(rig(), toMonth);
      const { id, periodEnd } = subscription;
      const after = await schedule(id, change.items, periodEnd);
      const scheduled = { items: proMonth, at: periodEnd };
      expect(after).toMatchObject({ items: proYear, periodEnd, endsAt: null, scheduled });
      expect(await read(rig(), id)).toEqual(after);
      const { subscriptions } = await rig().provider.listRunning();
      expect(subscriptions.find((one) => one.id === id)).toMatchObject({ scheduled });
      expect(await nextTotal(rig(), id)).toEqual(usd(4_000));
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid']);

      await passEnd(rig(), subscription);
      const turned = await read(rig(), id);
      const nextEnd = monthsLater(periodEnd ?? new Date(0), 1);
      expect(turned).toMatchObject({
        status: 'active',
        items: proMonth,
        price: usd(4_000),
        periodStart: periodEnd,
        periodEnd: nextEnd,
        scheduled: null,
      });
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: usd(4_000),
        due: usd(4_000),
        prices: ['price_pro_month'],
      });
      expect(await readCredit(rig(), customerId)).toBe(0);

      await passEnd(rig(), turned);
      await passEnd(rig(), await read(rig(), id));
      expect(await read(rig(), id)).toMatchObject({
        items: proMonth,
        periodEnd: monthsLater(nextEnd, 2),
        scheduled: null,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid', 'paid', 'paid']);
    });
  });
}

function otherTurnCases(rig: () => ProviderRig): void {
  const { schedule } = callsOf(rig);

  describe('a scheduled change, too,', () => {
    it.each([
      { name: 'a cheaper plan', from: enterprise, to: pro, charged: 1_000 },
      { name: 'a free plan', from: pro, to: free, charged: 0 },
    ])('to $name of the same period: keeps the days of the periods', async (wanted) => {
      const { customerId, subscription } = await subscribe(rig(), wanted.from);
      const { id, periodEnd } = subscription;
      await schedule(id, wanted.to, periodEnd);
      await passEnd(rig(), subscription);
      expect(await read(rig(), id)).toMatchObject({
        status: 'active',
        items: wanted.to,
        periodStart: periodEnd,
        periodEnd: new Date((periodEnd?.getTime() ?? 0) + weekMs),
      });
      const invoices = await rig().provider.listInvoices(customerId, 10);
      const [newest] = invoices;
      expect(newest?.total.amount).toBe(wanted.charged || 1_000);
      expect(invoices).toHaveLength(wanted.charged > 0 ? 2 : 1);
    });

    it('whose first charge is declined: leaves the project on the new price, past due', async () => {
      const { subscription, customerId } = await beginScheduled(rig());
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await passEnd(rig(), subscription);
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'past_due',
        items: proMonth,
        scheduled: null,
      });
    });
  });
}

function discountCases(rig: () => ProviderRig): void {
  const { schedule } = callsOf(rig);

  describe('a scheduled change of a subscription with a promotion code', () => {
    it('keeps the discount that lasts', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const code = await rig().provider.findCode('FIVEOFF', usd(12_000));
      const start = { ...newStart(paying, enterpriseMonth), discountId: code?.id ?? '' };
      const subscription = subscriptionOf(await rig().provider.startSubscription(start));
      const { id, periodEnd } = subscription;
      const at = new Date((subscription.periodStart?.getTime() ?? 0) + dayMs);
      await rig().advance(dayMs);
      const change = { providerSubscriptionId: id, items: proMonth, at };
      const rest = 4_000 - takenOff('FIVEOFF', 4_000, 1);
      expect(await rig().provider.previewScheduled(change)).toMatchObject({ next: usd(rest) });
      await schedule(id, proMonth, periodEnd);
      expect(await nextTotal(rig(), id)).toEqual(usd(rest));
      await passEnd(rig(), subscription);
      expect(await newestInvoice(rig(), paying.customerId)).toMatchObject({ total: usd(rest) });
      await passEnd(rig(), await read(rig(), id));
      expect(await newestInvoice(rig(), paying.customerId)).toMatchObject({ total: usd(rest) });
    });

    it('shows the whole price where the discount ends before the period', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const code = await rig().provider.findCode('FIRST20', usd(40_000));
      const start = { ...newStart(paying, proYear), discountId: code?.id ?? '' };
      const subscription = subscriptionOf(await rig().provider.startSubscription(start));
      const at = new Date((subscription.periodStart?.getTime() ?? 0) + dayMs);
      await rig().advance(dayMs);
      const change = { providerSubscriptionId: subscription.id, items: proMonth, at };
      const next = { next: usd(4_000) };
      expect(await rig().provider.previewScheduled(change)).toMatchObject(next);
      await schedule(subscription.id, proMonth, subscription.periodEnd);
      await passEnd(rig(), subscription);
      expect(await newestInvoice(rig(), paying.customerId)).toMatchObject({ total: usd(4_000) });
    });
  });
}
