import { describe, expect, it } from 'vitest';
import { momentMs, passEnd, proMonth, proMonthEur, proYear, travelTo } from './calendar.ts';
import { invoiceStatuses, newestInvoice, nextTotal, read, subscribe, usd } from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Periods by the calendar: months and years from the day of the purchase. */
export function periodCases(rig: () => ProviderRig): void {
  describe('a price by the month or the year', () => {
    it('charges a month at once and each month on the same day, cut off where a month is short', async () => {
      const noon = await travelTo(rig(), 1, 31);
      const { customerId, subscription } = await subscribe(rig(), proMonth);
      expect(subscription.price).toEqual(usd(4_000));
      expect(await newestInvoice(rig(), customerId)).toMatchObject({ total: usd(4_000) });

      const ends = await endsOf(rig(), subscription.id, 5);
      const year = noon.getUTCFullYear();
      const february = new Date(Date.UTC(year, 2, 0)).getUTCDate();
      expect(ends.map(dayOf)).toEqual([
        `${year}-02-${february}`,
        `${year}-03-31`,
        `${year}-04-30`,
        `${year}-05-31`,
        `${year}-06-30`,
      ]);
      for (const end of ends) {
        expect(timeOfDay(end)).toBe(timeOfDay(subscription.periodStart));
      }
      const invoices = await rig().provider.listInvoices(customerId, 100);
      expect(invoices.map(({ status, total }) => [status, total])).toEqual(
        Array.from({ length: 6 }, () => ['paid', usd(4_000)]),
      );
      const days = invoices.map(({ createdAt }) => dayOf(createdAt)).toReversed();
      expect(days.slice(1)).toEqual(ends.map(dayOf));
    });

    it('charges a year at once, and February 29 is back in the next leap year', async () => {
      const noon = await travelTo(rig(), 2, 29);
      const { customerId, subscription } = await subscribe(rig(), proYear);
      const year = noon.getUTCFullYear();
      const ends = await endsOf(rig(), subscription.id, 4);
      expect(ends.map(dayOf)).toEqual([
        `${year + 1}-02-28`,
        `${year + 2}-02-28`,
        `${year + 3}-02-28`,
        `${year + 4}-02-29`,
      ]);
      const invoices = await rig().provider.listInvoices(customerId, 100);
      expect(invoices.map(({ total }) => total)).toEqual(
        Array.from({ length: 5 }, () => usd(40_000)),
      );
    });

    it('is charged in its own currency', async () => {
      await travelTo(rig(), 4, 10);
      const { customerId, subscription } = await subscribe(rig(), proMonthEur);
      const price = { amount: 3_900, currency: 'eur' };
      expect(subscription.price).toEqual(price);
      expect(await nextTotal(rig(), subscription.id)).toEqual(price);
      await passEnd(rig(), subscription);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: price,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });
  });
}

/** Ends of the present period and of those after it, which are renewed. */
async function endsOf(rig: ProviderRig, id: string, count: number): Promise<Date[]> {
  const ends: Date[] = [];
  while (ends.length < count) {
    const subscription = await read(rig, id);
    const { status, periodStart, periodEnd } = subscription;
    const before = ends.at(-1);
    expect(status).toBe('active');
    expect(before === undefined || periodStart?.getTime() === before.getTime()).toBe(true);
    ends.push(periodEnd ?? new Date(0));
    await passEnd(rig, subscription);
  }
  expect(Math.abs((await rig.now()).getTime() - (ends.at(-1)?.getTime() ?? 0))).toBeLessThan(
    4 * momentMs,
  );
  return ends;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const timeOfDay = (at: Date | null) => at?.toISOString().slice(11);
