import { describe, expect, it } from 'vitest';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { enterpriseMonth, proMonth, proYear, travelTo } from './calendar.ts';
import { buy, type CodeName, getCode, takenOff } from './codes.ts';
import {
  free,
  makeCustomer,
  newestInvoice,
  newKey,
  payWith,
  read,
  readCredit,
  usd,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

interface Sold {
  readonly items: readonly PriceItem[];
  readonly price: number;
  /** Months of a period. */
  readonly months: number;
}

interface Change {
  readonly name: CodeName;
  readonly from: Sold;
  readonly to: Sold;
  /** Whether the change begins a whole period. */
  readonly isWhole?: boolean;
}

const month = { items: proMonth, price: 4_000, months: 1 };
const twoPrices = { items: enterpriseMonth, price: 12_000, months: 1 };
const year = { items: proYear, price: 40_000, months: 12 };
const nothing = { items: free, price: 0, months: 1 };

/** A change of the plan in the middle of a period that was bought with a code. */
export function codeChangeCases(rig: () => ProviderRig): void {
  describe('a plan change after a promotion code', () => {
    it.each<Change>([
      { name: 'HALF', from: month, to: twoPrices },
      { name: 'HALF', from: twoPrices, to: month },
      { name: 'HALF', from: month, to: year, isWhole: true },
      { name: 'HALF', from: year, to: month, isWhole: true },
      { name: 'FIVEOFF', from: month, to: year, isWhole: true },
      { name: 'FIRST20', from: month, to: twoPrices },
      { name: 'FIRST20', from: month, to: year, isWhole: true },
      { name: 'GIFT', from: month, to: twoPrices },
      { name: 'GIFT', from: month, to: nothing, isWhole: true },
      { name: 'HALF', from: month, to: nothing, isWhole: true },
    ])('credits what $name left to pay: $from.price to $to.price', async (change) => {
      await expectChange(rig(), change);
    });

    it('down, declined: nothing changes and nothing is owed, although the code had paid for the plan of before', async () => {
      const { id, customerId, half } = await begin(rig(), { name: 'GIFT', from: twoPrices });
      const { provider } = rig();
      const change = { providerSubscriptionId: id, items: proMonth, at: half };
      // Half of the month of Pro; the time that is given up was free, so nothing is credited for it.
      expect(await provider.previewChange(change)).toMatchObject({ dueNow: usd(2_000) });
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      const charge = await provider.changePrices({ ...change, key: newKey() });
      expect(await read(rig(), id)).toMatchObject({ status: 'active', items: enterpriseMonth });
      expect(charge).toEqual({ outcome: 'declined', message: 'Your card was declined.' });
    });

    it('credits what an earlier change charged, once more', async () => {
      const { id, customerId, half } = await begin(rig(), { name: 'FIRST20', from: month });
      const { provider } = rig();
      const up = { providerSubscriptionId: id, items: enterpriseMonth, at: half };
      await provider.changePrices({ ...up, key: newKey() });
      // Four fifths of half of 120, less half of the 32 that were paid.
      expect(await newestInvoice(rig(), customerId)).toMatchObject({ total: usd(3_200) });

      const { periodEnd } = await read(rig(), id);
      const quarterMs = ((periodEnd?.getTime() ?? 0) - half.getTime()) / 2;
      await rig().advance(quarterMs);
      const at = new Date(half.getTime() + quarterMs);
      const down = { providerSubscriptionId: id, items: proMonth, at };
      // Four fifths of a quarter of 40, less half of the 48 that the change was charged.
      expect(await provider.previewChange(down)).toMatchObject({
        dueNow: usd(0),
        credit: usd(1_600),
        parts: { subtotal: 1_000 - 2_400, discount: 200 },
        next: usd(3_200 - 1_600),
      });
    });
  });
}

/** Bought with the code on April 10, whose month has 30 days; now half of the period is over. */
async function begin(rig: ProviderRig, { name, from }: Pick<Change, 'name' | 'from'>) {
  await travelTo(rig, 4, 10);
  const paying = await makeCustomer(rig, 'pm_card_visa');
  const promotion = await getCode(rig, name);
  const bought = await buy(rig, paying, { items: from.items, promotion });
  const { periodStart, periodEnd } = await read(rig, bought.id);
  const startMs = periodStart?.getTime() ?? 0;
  const halfMs = ((periodEnd?.getTime() ?? 0) - startMs) / 2;
  await rig.advance(halfMs);
  return { id: bought.id, customerId: paying.customerId, half: new Date(startMs + halfMs) };
}

async function expectChange(rig: ProviderRig, { name, from, to, isWhole = false }: Change) {
  const { id, customerId, half } = await begin(rig, { name, from });
  const paid = from.price - takenOff(name, from.price, 0);
  // A code for the first invoice only is used up; another one lowers the change and the renewal as well.
  const isKept = takenOff(name, 40_000, 1) > 0;
  const off = (price: number) => (isKept ? takenOff(name, price, 1) : 0);
  const charged = isWhole ? to.price : to.price / 2;
  const subtotal = charged - paid / 2;
  const total = subtotal - off(charged);
  const [dueNow, credit] = [Math.max(0, total), Math.max(0, -total)];
  const renewal = to.price - takenOff(name, to.price, to.months);

  const change = { providerSubscriptionId: id, items: to.items, at: half };
  expect(await rig.provider.previewChange(change)).toMatchObject({
    dueNow: usd(dueNow),
    credit: usd(credit),
    next: usd(Math.max(0, renewal - credit)),
    parts: { subtotal, discount: off(charged) },
  });
  const answer = await rig.provider.changePrices({ ...change, key: newKey() });
  expect(answer.outcome).toBe('paid');
  expect(await readCredit(rig, customerId)).toBe(credit);
  expect(credit).toBeLessThanOrEqual(paid);
  if (total !== 0) {
    expect(await newestInvoice(rig, customerId)).toMatchObject({ total: usd(total) });
  }
}
