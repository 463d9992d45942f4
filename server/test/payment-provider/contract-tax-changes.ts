import { beforeEach, describe, expect, it } from 'vitest';
import { enterpriseMonth, proMonth, proYear, travelTo } from './contract-calendar.ts';
import { getCode } from './contract-codes.ts';
import { newestInvoice, newKey, read, readCredit } from './contract-steps.ts';
import type { ProviderRig } from './contract-suite.ts';
import { buyTaxed, living, makeTaxed } from './contract-tax-steps.ts';

interface Bought {
  readonly from: readonly string[];
  readonly code?: 'HALF';
  /** Country to which the buyer moves before the change. */
  readonly movesTo?: string;
}

/** Bought in Germany on April 10, whose month has 30 days, and changed after half of the period. */
async function fromGermany(rig: ProviderRig, { from, code, movesTo }: Bought) {
  await travelTo(rig, 4, 10);
  const discount = code && { discountId: (await getCode(rig, code)).id };
  const { customerId } = await makeTaxed(rig, { details: living('DE') });
  const { id } = await buyTaxed(rig, { customerId }, { priceIds: from, ...discount });
  if (movesTo !== undefined) {
    const details = living(movesTo);
    await rig.provider.updateCustomer({ key: newKey(), customerId, details });
  }
  const { periodStart, periodEnd } = await read(rig, id);
  const [start, end] = [periodStart?.getTime() ?? 0, periodEnd?.getTime() ?? 0];
  const half = (end - start) / 2;
  await rig.advance(half);
  return { customerId, id, at: new Date(start + half) };
}

/** Plan changes of taxed subscriptions, with sums computed by hand: a credit is a share of what was charged, with its tax. */
export function taxChangeCases(rig: () => ProviderRig): void {
  describe('taxes of plan changes', () => {
    beforeEach(() => rig().addCodes?.());

    it.each([
      // 400.00 with 76.00, less half of 40.00 with half of 7.60.
      { name: 'a whole month', bought: { from: proMonth }, subtotal: 38_000, tax: 7_220 },
      // The month cost 20.00 with 3.80, and a half of that goes back: 10.00 with 1.90.
      {
        name: 'a month at half its price',
        bought: { from: proMonth, code: 'HALF' },
        subtotal: 39_000,
        tax: 7_410,
      },
      // The credit has 19 %, the new year 20 %.
      {
        name: 'a month in another country',
        bought: { from: proMonth, movesTo: 'FR' },
        subtotal: 38_000,
        tax: 7_620,
      },
    ] as const)('to a year after $name', async ({ bought, subtotal, tax }) => {
      const { provider } = rig();
      const { customerId, id, at } = await fromGermany(rig(), bought);
      const change = { providerSubscriptionId: id, priceIds: proYear, at };
      const preview = await provider.previewChange(change);
      expect(preview.parts).toMatchObject({ subtotal, tax, isTaxIncluded: false });
      expect(preview.dueNow.amount).toBe(subtotal + tax);
      const charge = await provider.changePrices({ ...change, key: newKey() });
      expect(charge.outcome).toBe('paid');
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: preview.dueNow,
      });
      expect((await provider.readNextTotal(id))?.total).toEqual(preview.next);
      expect(preview.next.amount).toBe('movesTo' in bought ? 48_000 : 47_600);
    });

    it('to a cheaper plan gives the tax of the unused time back as credit', async () => {
      const { provider } = rig();
      const { customerId, id, at } = await fromGermany(rig(), { from: enterpriseMonth });
      const change = { providerSubscriptionId: id, priceIds: proMonth, at };
      // Half of 120.00 with 22.80 goes back, half of 40.00 with 7.60 is charged.
      const credit = 6_000 + 1_140 - 2_000 - 380;
      const preview = await provider.previewChange(change);
      expect(preview.parts).toMatchObject({ subtotal: -4_000, tax: -760 });
      expect(preview.dueNow.amount).toBe(0);
      expect(preview.credit.amount).toBe(credit);
      expect(preview.next.amount).toBe(4_760 - credit);
      await provider.changePrices({ ...change, key: newKey() });
      expect(await readCredit(rig(), customerId)).toBe(credit);
    });
  });
}
