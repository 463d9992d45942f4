import { describe, expect, it } from 'vitest';
import { ProviderRejected } from '../../../src/modules/billing/port/payment-provider.ts';
import { toItemsText } from '../../../src/modules/billing/port/price-item.ts';
import {
  type Changing,
  enterpriseMonth,
  enterpriseYear,
  fromApril,
  momentMs,
  monthsLater,
  oddMs,
  passEnd,
  proMonth,
  proMonthEur,
  proYear,
  proYearEur,
  unusedPart,
} from './calendar.ts';
import {
  dayMs,
  free,
  newestInvoice,
  newKey,
  newStart,
  nextTotal,
  pro,
  read,
  readCredit,
  usd,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Changes between weeks, months and years that are paid at once. */
export function frequencyCases(rig: () => ProviderRig): void {
  longerCases(rig);
  shorterCases(rig);
  sameFrequencyCases(rig);
  currencyCases(rig);
}

function longerCases(rig: () => ProviderRig): void {
  describe('a change to a longer period', () => {
    it('charges the whole of it at once, less what the unused time was charged', async () => {
      const changing = await fromApril(rig(), { from: proMonth, to: proYear, afterMs: oddMs });
      const { subscription, at } = changing;
      const due = 40_000 - unusedPart(4_000, subscription, at);
      await expectNewPeriod(rig(), changing, { dueNow: due, next: 40_000, months: 12 });

      await passEnd(rig(), await read(rig(), subscription.id));
      expect(await newestInvoice(rig(), changing.customerId)).toMatchObject({
        status: 'paid',
        total: usd(40_000),
      });
    });

    it.each([
      { name: 'a week to a month', from: pro, to: proMonth, price: 4_000, months: 1 },
      { name: 'a week to a year', from: pro, to: proYear, price: 40_000, months: 12 },
    ])('credits the unused week: $name', async ({ from, to, price, months }) => {
      const changing = await fromApril(rig(), { from, to, afterMs: 2 * dayMs + 1_000 });
      const due = price - unusedPart(1_000, changing.subscription, changing.at);
      await expectNewPeriod(rig(), changing, { dueNow: due, next: price, months });
    });

    it('charges the whole period after a price of 0', async () => {
      const changing = await fromApril(rig(), { from: free, to: proMonth, afterMs: dayMs });
      await expectNewPeriod(rig(), changing, { dueNow: 4_000, next: 4_000, months: 1 });
    });

    it('switches both prices of a plan together', async () => {
      const changing = await fromApril(rig(), { from: enterpriseMonth, to: enterpriseYear });
      const due = 120_000 - 6_000;
      const after = await expectNewPeriod(rig(), changing, {
        dueNow: due,
        next: 120_000,
        months: 12,
      });
      expect(after.price).toEqual(usd(120_000));
      await passEnd(rig(), after);
      expect(await newestInvoice(rig(), changing.customerId)).toMatchObject({
        status: 'paid',
        total: usd(120_000),
      });
    });
  });
}

function shorterCases(rig: () => ProviderRig): void {
  describe('a change to a shorter period', () => {
    it('begins at once, and what is left of the credit pays the next ones', async () => {
      const changing = await fromApril(rig(), { from: proYear, to: proMonth, afterMs: oddMs });
      const { customerId, subscription, at } = changing;
      const credit = unusedPart(40_000, subscription, at) - 4_000;
      const after = await expectNewPeriod(rig(), changing, { credit, next: 0, months: 1 });

      await passEnd(rig(), after);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: usd(4_000),
        due: usd(0),
        fromCredit: usd(4_000),
      });
      expect(await readCredit(rig(), customerId)).toBe(credit - 4_000);
    });

    it('charges what the credit leaves, late in the year', async () => {
      const afterMs = 350 * dayMs;
      const changing = await fromApril(rig(), { from: proYear, to: proMonth, afterMs });
      const due = 4_000 - unusedPart(40_000, changing.subscription, changing.at);
      expect(due).toBeGreaterThan(2_000);
      await expectNewPeriod(rig(), changing, { dueNow: due, next: 4_000, months: 1 });
    });

    it('of a plan with two prices to one with a single one', async () => {
      const changing = await fromApril(rig(), { from: enterpriseYear, to: proMonth });
      const credit = 60_000 - 4_000;
      await expectNewPeriod(rig(), changing, { credit, next: 0, months: 1 });
    });

    it('to a price of 0 keeps the whole credit', async () => {
      const { change, customerId, subscription, at } = await fromApril(rig(), {
        from: proMonth,
        to: free,
        afterMs: oddMs,
      });
      const credit = unusedPart(4_000, subscription, at);
      const preview = await rig().provider.previewChange(change);
      expect(preview).toMatchObject({ dueNow: usd(0), credit: usd(credit), next: usd(0) });
      await rig().provider.changePrices({ ...change, key: newKey() });
      expect(await read(rig(), subscription.id)).toMatchObject({ items: free });
      expect(await readCredit(rig(), customerId)).toBe(credit);
    });
  });
}

function sameFrequencyCases(rig: () => ProviderRig): void {
  it('a change within the month keeps the period, as one within the week does', async () => {
    const { change, subscription, customerId } = await fromApril(rig(), {
      from: proMonth,
      to: enterpriseMonth,
    });
    const preview = await rig().provider.previewChange(change);
    expect(preview).toMatchObject({
      dueNow: usd(6_000 - 2_000),
      next: usd(12_000),
      nextAt: subscription.periodEnd,
    });
    await rig().provider.changePrices({ ...change, key: newKey() });
    const { periodStart, periodEnd } = subscription;
    expect(await read(rig(), subscription.id)).toMatchObject({ periodStart, periodEnd });
    expect(await newestInvoice(rig(), customerId)).toMatchObject({ total: preview.dueNow });
  });
}

function currencyCases(rig: () => ProviderRig): void {
  it('a change keeps the currency, and another one is rejected', async () => {
    const changing = await fromApril(rig(), { from: proMonthEur, to: proYearEur, afterMs: oddMs });
    const { change, customerId, subscription } = changing;
    const { provider } = rig();
    const elsewhere = { ...change, items: proYear };
    await expect(provider.previewChange(elsewhere)).rejects.toBeInstanceOf(ProviderRejected);
    const changed = provider.changePrices({ ...elsewhere, key: newKey() });
    await expect(changed).rejects.toBeInstanceOf(ProviderRejected);
    const second = provider.startSubscription(newStart({ customerId }, proMonth));
    await expect(second).rejects.toBeInstanceOf(ProviderRejected);
    expect(await read(rig(), subscription.id)).toMatchObject({ items: proMonthEur });

    const due = 39_000 - unusedPart(3_900, subscription, changing.at);
    const money = { dueNow: due, next: 39_000, months: 12, currency: 'eur' };
    await expectNewPeriod(rig(), changing, money);
  });
}

interface Expected {
  readonly dueNow?: number;
  readonly credit?: number;
  readonly next: number;
  /** Length of the new period. */
  readonly months: number;
  readonly currency?: string;
}

/** Previews and makes the change; both have to show these amounts, to the cent, and a period that begins now. */
async function expectNewPeriod(
  rig: ProviderRig,
  { change, at, customerId, subscription }: Changing,
  { dueNow = 0, credit = 0, next, months, currency = 'usd' }: Expected,
) {
  const money = (amount: number) => ({ amount, currency });
  const preview = await rig.provider.previewChange(change);
  expect(preview).toEqual({
    at,
    dueNow: money(dueNow),
    credit: money(credit),
    next: money(next),
    nextTax: credit === 0 ? 0 : undefined,
    nextAt: monthsLater(at, months),
    parts: { subtotal: dueNow - credit, discount: 0, tax: 0, isTaxIncluded: false },
    lines: expect.any(Array),
    endsAt: null,
  });

  const charge = await rig.provider.changePrices({ ...change, key: newKey() });
  expect(charge.outcome).toBe('paid');
  const invoice = { status: 'paid', total: money(dueNow - credit), due: money(dueNow) };
  expect(await newestInvoice(rig, customerId)).toMatchObject(invoice);
  expect(await readCredit(rig, customerId)).toBe(credit);
  expect(await nextTotal(rig, subscription.id)).toEqual(preview.next);

  const after = await read(rig, subscription.id);
  expect(after).toMatchObject({ status: 'active', clientSecret: null });
  expect(toItemsText(after.items)).toBe(toItemsText(change.items));
  const { periodStart, periodEnd } = after;
  expect(Math.abs((periodStart?.getTime() ?? 0) - at.getTime())).toBeLessThan(momentMs);
  expect(periodEnd).toEqual(monthsLater(periodStart ?? at, months));
  return after;
}
