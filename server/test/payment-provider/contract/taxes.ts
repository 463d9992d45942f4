import type { TaxId } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import type { BillingDetails } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { PlaceUnknown } from '../../../src/modules/billing/port/taxes.ts';
import { enterpriseMonth, passEnd, proMonth, proMonthEur, proYear } from './calendar.ts';
import { getCode } from './codes.ts';
import {
  invoiceStatuses,
  newestInvoice,
  newKey,
  newStart,
  read,
  subscriptionOf,
  sumLines,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';
import { taxStartCases } from './tax-starts.ts';
import { buyTaxed, germanId, living, makeTaxed } from './tax-steps.ts';

/** Taxes of purchases and renewals. The sums are computed by hand, with the example rates of both providers. */
export function taxCases(rig: () => ProviderRig): void {
  describe('taxes', () => {
    sumCases(rig);
    codeCases(rig);
    placeCases(rig);
    taxStartCases(rig);
  });
}

interface Sum {
  readonly name: string;
  readonly details: BillingDetails;
  readonly items: readonly PriceItem[];
  readonly subtotal: number;
  readonly tax: number;
  readonly taxId?: TaxId;
  readonly isTaxIncluded?: boolean;
}

const sums: readonly Sum[] = [
  // 40.00 and 19 % of it: 7.60.
  {
    name: 'added in Germany',
    details: living('DE'),
    items: proMonth,
    subtotal: 4_000,
    tax: 760,
  },
  // Two lines, of 80.00 and 40.00 or twice 60.00: 15.20 and 7.60, or twice 11.40.
  {
    name: 'added to two prices',
    details: living('DE'),
    items: enterpriseMonth,
    subtotal: 12_000,
    tax: 2_280,
  },
  // 39.00 / 1.19 = 32.773…, so 6.23 are tax.
  {
    name: 'part of a price in Germany',
    details: living('DE'),
    items: proMonthEur,
    subtotal: 3_900,
    tax: 623,
    isTaxIncluded: true,
  },
  // 8.875 % of 40.00: 3.55.
  {
    name: 'of the state of New York',
    details: living('US', { state: 'NY', postalCode: '10001' }),
    items: proMonth,
    subtotal: 4_000,
    tax: 355,
  },
  // 14.975 % of 40.00: 5.99.
  {
    name: 'of Quebec',
    details: living('CA', { state: 'QC' }),
    items: proMonth,
    subtotal: 4_000,
    tax: 599,
  },
  // 8.1 % of 400.00: 32.40.
  {
    name: 'of Switzerland, for a year',
    details: living('CH'),
    items: proYear,
    subtotal: 40_000,
    tax: 3_240,
  },
  {
    name: '0 where the seller collects none',
    details: living('BR'),
    items: proMonth,
    subtotal: 4_000,
    tax: 0,
  },
  {
    name: '0 for a business, which accounts for them',
    details: living('DE'),
    taxId: germanId,
    items: proMonth,
    subtotal: 4_000,
    tax: 0,
  },
];

function sumCases(rig: () => ProviderRig): void {
  it.each(sums)('are $name, in the preview, on the invoice and at the renewal', async (wanted) => {
    const { items, subtotal, tax, taxId, isTaxIncluded = false } = wanted;
    const { provider } = rig();
    const total = isTaxIncluded ? subtotal : subtotal + tax;
    const buyer = { place: wanted.details.address, taxId };
    const preview = await provider.previewPurchase({ items, buyer });
    const parts = {
      subtotal,
      discount: 0,
      tax,
      isTaxIncluded,
      ...(taxId && { isReverseCharge: true }),
    };
    expect(preview.parts).toEqual(parts);
    expect(preview.dueNow.amount).toBe(total);
    expect(preview).toMatchObject({ next: { amount: total }, nextTax: tax });
    const added = tax > 0 && !isTaxIncluded && { tax };
    expect(sumLines(preview.lines)).toEqual({ plan: subtotal, ...added });

    const customer = await makeTaxed(rig(), wanted);
    const { id } = await buyTaxed(rig(), customer, { items });
    const first = await newestInvoice(rig(), customer.customerId);
    expect(first).toMatchObject({ status: 'paid', total: preview.dueNow, due: preview.dueNow });
    expect(first).toMatchObject({ subtotal, discount: null, tax });
    const next = await provider.readNextTotal(id);
    expect(next).toEqual({ total: preview.next, parts });
    await passEnd(rig(), await read(rig(), id));
    const renewal = await newestInvoice(rig(), customer.customerId);
    expect(renewal.id).not.toBe(first.id);
    expect(renewal).toMatchObject({ status: 'paid', total: preview.next });
  });

  it('are none where the purchase asks for none', async () => {
    const customer = await makeTaxed(rig(), { details: living('DE') });
    const charge = await rig().provider.startSubscription(newStart(customer, proMonth));
    const { id } = subscriptionOf(charge);
    const priceOnly = { total: { amount: 4_000 }, subtotal: null, discount: null, tax: null };
    expect(await newestInvoice(rig(), customer.customerId)).toMatchObject(priceOnly);
    expect((await rig().provider.readNextTotal(id))?.parts).toMatchObject({ tax: 0 });
  });
}

function codeCases(rig: () => ProviderRig): void {
  it.each([
    // Half of 40.00, and 19 % of that: 3.80. Afterwards 40.00 and 7.60.
    { items: proMonth, discount: 2_000, tax: 380, due: 2_380, next: 4_760, nextTax: 760 },
    // Half of 120.00 on two lines, and 19 % of that: 11.40.
    {
      items: enterpriseMonth,
      discount: 6_000,
      tax: 1_140,
      due: 7_140,
      next: 14_280,
      nextTax: 2_280,
    },
  ])('are computed after the discount of $discount', async (wanted) => {
    const { items, discount, tax, due, next, nextTax } = wanted;
    const promotion = await getCode(rig(), 'HALF');
    const home = living('DE');
    const buyer = { place: home.address, taxId: undefined };
    const preview = await rig().provider.previewPurchase({ items, promotion, buyer });
    expect(preview.parts).toMatchObject({ discount, tax, isTaxIncluded: false });
    expect([preview.dueNow.amount, preview.next.amount]).toEqual([due, next]);
    expect(preview.nextTax).toBe(nextTax);
    expect(sumLines(preview.lines)).toEqual({ plan: 2 * discount, discount: -discount, tax });
    const customer = await makeTaxed(rig(), { details: home });
    const { id } = await buyTaxed(rig(), customer, { items, discountId: promotion.id });
    const subtotal = 2 * discount;
    expect(await newestInvoice(rig(), customer.customerId)).toMatchObject({
      total: { amount: due },
      ...{ subtotal, discount, tax },
    });
    expect((await rig().provider.readNextTotal(id))?.total.amount).toBe(next);
  });
}

function placeCases(rig: () => ProviderRig): void {
  it.each([
    ['nothing', undefined],
    ['a US address without a ZIP code', living('US', { state: 'NY' }).address],
    ['a Canadian address without province and code', living('CA').address],
  ])('are unknown for %s', async (_name, place) => {
    const buyer = { place, taxId: undefined };
    const preview = await rig().provider.previewPurchase({ items: proMonth, buyer });
    expect(preview.parts).toEqual({
      subtotal: 4_000,
      discount: 0,
      tax: null,
      isTaxIncluded: false,
    });
    expect(preview.dueNow.amount).toBe(4_000);
    expect(preview.nextTax).toBeNull();
  });

  it('unknown at the purchase: throws PlaceUnknown and leaves nothing behind', async () => {
    const customer = await makeTaxed(rig(), { details: living('US', { state: 'NY' }) });
    const bought = buyTaxed(rig(), customer, { items: proMonth });
    await expect(bought).rejects.toBeInstanceOf(PlaceUnknown);
    expect(await rig().provider.listSubscriptions(customer.customerId)).toEqual([]);
    expect(await invoiceStatuses(rig(), customer.customerId)).toEqual([]);
  });

  it('of a running subscription: no address is taken for which they are unknown', async () => {
    const { provider } = rig();
    const before = living('DE');
    const { customerId } = await makeTaxed(rig(), { details: before });
    const { id } = await buyTaxed(rig(), { customerId }, { items: proMonth });
    const vague = living('US', { state: 'NY' });
    const update = provider.updateCustomer({ key: newKey(), customerId, details: vague });
    await expect(update).rejects.toBeInstanceOf(PlaceUnknown);
    expect((await rig().readPayer(customerId)).details?.address.country).toBe('DE');

    await provider.updateCustomer({ key: newKey(), customerId, details: living('FR') });
    // 20 % of 40.00.
    expect((await provider.readNextTotal(id))?.total.amount).toBe(4_800);
  });

  it('of a payer who was removed: the renewal is charged without them', async () => {
    const { provider } = rig();
    const { customerId } = await makeTaxed(rig(), { details: living('DE'), taxId: germanId });
    const { id } = await buyTaxed(rig(), { customerId }, { items: proMonth });
    await provider.updateCustomer({ key: newKey(), customerId, details: null });
    expect(await provider.readTaxIdStatus(customerId)).toBeNull();
    expect(await read(rig(), id)).not.toHaveProperty('isTaxStopped');
    await passEnd(rig(), await read(rig(), id));
    expect(await newestInvoice(rig(), customerId)).toMatchObject({
      status: 'paid',
      total: { amount: 4_000 },
      ...{ subtotal: null, tax: null },
    });
    expect(await read(rig(), id)).toMatchObject({ status: 'active', isTaxStopped: true });

    const resume = () => provider.resumeTaxes({ key: newKey(), id });
    await expect(resume()).rejects.toBeInstanceOf(PlaceUnknown);
    await provider.updateCustomer({ key: newKey(), customerId, details: living('DE') });
    await resume();
    expect(await read(rig(), id)).not.toHaveProperty('isTaxStopped');
    expect((await provider.readNextTotal(id))?.total.amount).toBe(4_760);
  });
}
