import { describe, expect, it } from 'vitest';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { enterpriseMonth, passEnd, proMonth, proYear, travelTo } from './calendar.ts';
import { getCode } from './codes.ts';
import {
  newestInvoice,
  newKept,
  newKey,
  newStart,
  read,
  readCredit,
  subscriptionOf,
  sumLines,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';
import { buyTaxed, germanId, living, makeTaxed } from './tax-steps.ts';

interface Bought {
  readonly from: readonly PriceItem[];
  readonly code?: 'HALF';
  /** Country to which the buyer moves before the change. */
  readonly movesTo?: string;
}

/** Bought in Germany on April 10, whose month has 30 days, and changed after half of the period. */
async function fromGermany(rig: ProviderRig, { from, code, movesTo }: Bought) {
  await travelTo(rig, 4, 10);
  const discount = code && { discountId: (await getCode(rig, code)).id };
  const { customerId } = await makeTaxed(rig, { details: living('DE') });
  const { id } = await buyTaxed(rig, { customerId }, { items: from, ...discount });
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
      const change = { providerSubscriptionId: id, items: proYear, at };
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
      const nextTax = 'movesTo' in bought ? 8_000 : 7_600;
      expect(preview).toMatchObject({ next: { amount: 40_000 + nextTax }, nextTax });
      const back = subtotal - 40_000;
      expect(sumLines(preview.lines)).toEqual({ plan: 40_000, 'unused-time': back, tax });
    });

    it('to a cheaper plan gives the tax of the unused time back as credit', async () => {
      const { provider } = rig();
      const { customerId, id, at } = await fromGermany(rig(), { from: enterpriseMonth });
      const change = { providerSubscriptionId: id, items: proMonth, at };
      // Half of 120.00 with 22.80 goes back, half of 40.00 with 7.60 is charged.
      const credit = 6_000 + 1_140 - 2_000 - 380;
      const preview = await provider.previewChange(change);
      expect(preview.parts).toMatchObject({ subtotal: -4_000, tax: -760 });
      expect(preview.dueNow.amount).toBe(0);
      expect(preview.credit.amount).toBe(credit);
      expect(preview.next.amount).toBe(4_760 - credit);
      expect(preview.nextTax).toBeUndefined();
      expect(sumLines(preview.lines)).toEqual({
        plan: 2_000,
        'unused-time': -6_000,
        tax: -760,
        'credit-kept': credit,
      });
      await provider.changePrices({ ...change, key: newKey() });
      expect(await readCredit(rig(), customerId)).toBe(credit);
    });
  });
}

/** Previews for a buyer whose address and tax id the change will save first. */
export function taxedBuyerCases(rig: () => ProviderRig): void {
  describe('the preview of a taxed change for another buyer', () => {
    it.each([
      // 120.00 and 20 % of it, less 40.00 with the 19 % that were charged.
      { name: 'another country', details: living('FR'), taxId: undefined, tax: 2_400 - 760 },
      { name: 'a business', details: living('DE'), taxId: germanId, tax: -760 },
    ])('$name: is what is charged once they are saved', async ({ details, taxId, tax }) => {
      const { provider } = rig();
      const customer = await makeTaxed(rig(), { details: living('DE') });
      const { customerId } = customer;
      const { id, periodStart } = await buyTaxed(rig(), customer, { items: proMonth });
      const at = periodStart ?? new Date(0);
      const change = { providerSubscriptionId: id, items: enterpriseMonth, at };
      expect((await provider.previewChange(change)).parts.tax).toBe(2_280 - 760);

      const buyer = { place: details.address, taxId };
      const preview = await provider.previewChange({ ...change, buyer });
      expect(preview.parts).toMatchObject({ subtotal: 8_000, tax });
      expect(preview.dueNow.amount).toBe(8_000 + tax);

      await provider.keepCard(newKept(customerId, 'pm_card_visa', { details, chargedId: id }));
      if (taxId) {
        await provider.setTaxId({ key: newKey(), customerId, taxId });
      }
      expect((await provider.changePrices({ ...change, key: newKey() })).outcome).toBe('paid');
      const { total } = await newestInvoice(rig(), customerId);
      expect(total).toEqual(preview.dueNow);
      expect((await provider.readNextTotal(id))?.total).toEqual(preview.next);
    });

    it('at the end of the period: shows their renewal', async () => {
      const { id, at } = await fromGermany(rig(), { from: proYear });
      const change = { providerSubscriptionId: id, items: proMonth, at };
      const { provider } = rig();
      const shown = await provider.previewScheduled(change);
      expect(shown).toMatchObject({ next: { amount: 4_760 }, nextTax: 760 });
      const buyer = { place: living('FR').address, taxId: undefined };
      expect((await provider.previewScheduled({ ...change, buyer })).next.amount).toBe(4_800);
    });

    it('whose taxes were never computed: has none', async () => {
      const customer = await makeTaxed(rig(), { details: living('DE') });
      const { id, periodStart } = subscriptionOf(
        await rig().provider.startSubscription(newStart(customer, proMonth)),
      );
      const at = periodStart ?? new Date(0);
      const change = { providerSubscriptionId: id, items: enterpriseMonth, at };
      const buyer = { place: living('FR').address, taxId: undefined };
      expect((await rig().provider.previewChange({ ...change, buyer })).dueNow.amount).toBe(8_000);
    });

    it('at the end of the period, with credit: names no tax of what the credit leaves', async () => {
      const { customerId, id, at } = await fromGermany(rig(), { from: enterpriseMonth });
      const { provider } = rig();
      const cheaper = { providerSubscriptionId: id, items: proMonth, at };
      await provider.changePrices({ ...cheaper, key: newKey() });
      const credit = await readCredit(rig(), customerId);
      const later = { ...cheaper, items: enterpriseMonth };
      const { next, nextTax } = await provider.previewScheduled(later);
      expect(next.amount).toBe(14_280 - credit);
      expect(nextTax).toBeUndefined();
    });
  });
}

/** Changes of a subscription whose payer was removed, as by a transfer. */
export function unknownPlaceCases(rig: () => ProviderRig): void {
  describe('a taxed change without a known place', () => {
    async function begin(items: readonly PriceItem[]) {
      const { customerId, id, at } = await fromGermany(rig(), { from: items });
      await rig().provider.updateCustomer({ key: newKey(), customerId, details: null });
      return { providerSubscriptionId: id, at };
    }

    it('to a dearer plan: has an unknown tax, and that of a buyer who is named', async () => {
      const change = { ...(await begin(proMonth)), items: enterpriseMonth };
      const { parts } = await rig().provider.previewChange(change);
      expect(parts).toMatchObject({ subtotal: 4_000, tax: null });
      const buyer = { place: living('FR').address, taxId: undefined };
      const named = await rig().provider.previewChange({ ...change, buyer });
      // 20 % of 60.00, less the 19 % of 20.00 that were charged.
      expect(named.parts).toMatchObject({ subtotal: 4_000, tax: 1_200 - 380 });
    });

    it('to a cheaper plan: charges nothing and gives the rest back with its tax', async () => {
      const change = { ...(await begin(enterpriseMonth)), items: proMonth };
      const shown = await rig().provider.previewChange(change);
      // Half of 120.00 with 22.80 goes back, half of 40.00 is charged without a tax.
      const credit = { amount: 6_000 + 1_140 - 2_000 };
      expect(shown).toMatchObject({ dueNow: { amount: 0 }, credit, parts: { subtotal: -4_000 } });
      const charge = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(charge.outcome).toBe('paid');
    });

    it('once its taxes have stopped: has those of a buyer who is named', async () => {
      const { provider } = rig();
      const { customerId, id } = await fromGermany(rig(), { from: proMonth });
      await provider.updateCustomer({ key: newKey(), customerId, details: null });
      await passEnd(rig(), await read(rig(), id));
      const { isTaxStopped, periodStart, periodEnd } = await read(rig(), id);
      expect(isTaxStopped).toBe(true);
      const change = {
        providerSubscriptionId: id,
        items: enterpriseMonth,
        at: periodStart ?? new Date(0),
      };
      expect((await provider.previewChange(change)).parts).toMatchObject({ tax: 0 });
      const buyer = { place: living('FR').address, taxId: undefined };
      const preview = await provider.previewChange({ ...change, buyer });
      // 20 % of 120.00, less the 40.00 that were charged without a tax.
      expect(preview.parts).toMatchObject({ subtotal: 8_000, tax: 2_400 });
      expect(preview.next.amount).toBe(14_400);
      const later = { ...change, items: proYear, at: periodEnd ?? new Date(0), buyer };
      expect((await provider.previewScheduled(later)).next.amount).toBe(48_000);
    });

    it('that waits for the end of the period: charges nothing now, so its tax is 0', async () => {
      const change = { ...(await begin(proYear)), items: proMonth };
      const { parts, next } = await rig().provider.previewScheduled(change);
      expect(parts).toEqual({ subtotal: 0, discount: 0, tax: 0, isTaxIncluded: false });
      expect(next.amount).toBe(4_000);
    });
  });
}
