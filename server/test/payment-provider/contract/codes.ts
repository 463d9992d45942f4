import { describe, expect, it } from 'vitest';
import { CodeRefused, type Money } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import type { PromotionCode } from '../../../src/modules/billing/port/provider-objects.ts';
import { enterpriseMonth, passEnd, proMonth, proYear, travelTo } from './calendar.ts';
import {
  invoiceStatuses,
  makeCustomer,
  newestInvoice,
  newKey,
  newStart,
  type Paying,
  pro,
  read,
  subscriptionOf,
  sumLines,
  usd,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Codes that both providers have; months are counted from the purchase, 0 of them end with the first invoice. */
export const codes = {
  HALF: { percent: 50, amount: 0, months: 0 },
  FIRST20: { percent: 20, amount: 0, months: 3 },
  FIVEOFF: { percent: 0, amount: 500, months: Number.POSITIVE_INFINITY },
  GIFT: { percent: 100, amount: 0, months: 0 },
} as const;

export type CodeName = keyof typeof codes;

/** Taken off an invoice so many months after the purchase: our own sum, which the provider takes no part in. */
export function takenOff(name: CodeName, price: number, monthsAfter: number): number {
  const { percent, amount, months } = codes[name];
  const isOn = monthsAfter === 0 || monthsAfter < months;
  return isOn ? Math.min(price, amount + (price * percent) / 100) : 0;
}

interface Bought {
  readonly name: CodeName;
  readonly items: readonly PriceItem[];
  readonly price: number;
  /** Months of a period. */
  readonly months: number;
}

const month = { items: proMonth, price: 4_000, months: 1 };
const year = { items: proYear, price: 40_000, months: 12 };
const twoPrices = { items: enterpriseMonth, price: 12_000, months: 1 };

/** A purchase with a promotion code, and what becomes of its discount. */
export function codeCases(rig: () => ProviderRig): void {
  describe('promotion codes', () => {
    findCases(rig);
    sumCases(rig);
    redemptionCases(rig);
  });
}

function findCases(rig: () => ProviderRig): void {
  const find = (code: string, price: Money = usd(4_000)) => rig().provider.findCode(code, price);
  const half = {
    code: 'HALF',
    percentOff: 50,
    amountOff: null,
    duration: 'once',
    months: null,
    isFirstPurchaseOnly: false,
  };

  it('are found in any letter case, with their terms', async () => {
    expect(await find('half')).toMatchObject(half);
    expect(await find('FIRST20')).toMatchObject({
      ...half,
      code: 'FIRST20',
      percentOff: 20,
      duration: 'repeating',
      months: 3,
      isFirstPurchaseOnly: true,
    });
    expect(await find('FIVEOFF')).toMatchObject({
      ...half,
      code: 'FIVEOFF',
      percentOff: null,
      amountOff: usd(500),
      duration: 'forever',
    });
  });

  it.each([
    ['unknown', 'NO-SUCH-CODE', usd(4_000)],
    ['expired', 'OLD', usd(4_000)],
    ['for a higher price', 'FIRST20', usd(2_999)],
    ['with a lowest price in another currency', 'FIRST20', { amount: 3_900, currency: 'eur' }],
    ['of an amount in another currency', 'FIVEOFF', { amount: 3_900, currency: 'eur' }],
  ])('are not found where one is %s', async (_name, code, price) => {
    expect(await find(code, price)).toBeUndefined();
  });
}

function sumCases(rig: () => ProviderRig): void {
  it.each<Bought>([
    { name: 'HALF', ...month },
    { name: 'HALF', ...twoPrices },
    { name: 'FIRST20', ...month },
    { name: 'FIRST20', ...year },
    { name: 'FIVEOFF', ...month },
    { name: 'FIVEOFF', ...year },
  ])('$name on $items.0.price lowers what it lasts for', async ({ name, items, price, months }) => {
    await travelTo(rig(), 4, 10);
    const due = (period: number) => price - takenOff(name, price, period * months);
    const promotion = await getCode(rig(), name);
    const preview = await rig().provider.previewPurchase({ items, promotion });
    expect(preview).toMatchObject({
      parts: { subtotal: price, discount: price - due(0), tax: 0, isTaxIncluded: false },
      dueNow: usd(due(0)),
      next: usd(due(1)),
    });
    expect(sumLines(preview.lines)).toEqual({ plan: price, discount: due(0) - price });

    const paying = await makeCustomer(rig(), 'pm_card_visa');
    const { id } = await buy(rig(), paying, { items, promotion });
    const start = await read(rig(), id);
    expect(start).toMatchObject({ status: 'active', price: usd(price) });
    const aheadMs = (start.periodEnd?.getTime() ?? 0) - preview.nextAt.getTime();
    expect(Math.abs(aheadMs)).toBeLessThan(60_000);
    const periods = months === 1 ? [0, 1, 2, 3] : [0, 1];
    for (const period of periods) {
      expect(await newestInvoice(rig(), paying.customerId)).toMatchObject({
        status: 'paid',
        total: usd(due(period)),
        due: usd(due(period)),
      });
      expect(await rig().provider.readNextTotal(id)).toEqual({
        total: usd(due(period + 1)),
        parts: {
          subtotal: price,
          discount: price - due(period + 1),
          tax: 0,
          isTaxIncluded: false,
        },
      });
      await passEnd(rig(), await read(rig(), id));
    }
  });

  it('of 100 % charge nothing now, and the price afterwards', async () => {
    const promotion = await getCode(rig(), 'GIFT');
    const terms = { items: proMonth, promotion };
    const preview = await rig().provider.previewPurchase(terms);
    expect(preview).toMatchObject({ dueNow: usd(0), next: usd(4_000) });
    const paying = await makeCustomer(rig(), 'pm_card_visa');
    const { id } = await buy(rig(), paying, terms);
    const begun = await read(rig(), id);
    expect(begun).toMatchObject({ status: 'active', latestInvoice: null, card: paying.card });
    expect(await invoiceStatuses(rig(), paying.customerId)).toEqual([]);
    await passEnd(rig(), begun);
    expect(await newestInvoice(rig(), paying.customerId)).toMatchObject({ due: usd(4_000) });
  });

  it('leave a purchase without one as it is', async () => {
    expect(await rig().provider.previewPurchase({ items: pro })).toMatchObject({
      parts: { subtotal: 1_000, discount: 0, tax: 0, isTaxIncluded: false },
      dueNow: usd(1_000),
      next: usd(1_000),
    });
  });
}

function redemptionCases(rig: () => ProviderRig): void {
  it('are redeemed once for one key, and no more than they may', async () => {
    const { provider } = rig();
    const promotion = await getCode(rig(), 'SINGLE');
    const discountId = promotion.id;
    const paying = await makeCustomer(rig(), 'pm_card_visa');
    const start = { ...newStart(paying, proMonth), discountId };
    const first = subscriptionOf(await provider.startSubscription(start));
    const again = subscriptionOf(await provider.startSubscription(start));
    expect(again.id).toBe(first.id);
    expect(await newestInvoice(rig(), paying.customerId)).toMatchObject({ total: usd(2_000) });

    expect(await provider.findCode('SINGLE', usd(4_000))).toBeUndefined();
    const preview = provider.previewPurchase({ items: proMonth, promotion });
    await expect(preview).rejects.toBeInstanceOf(CodeRefused);
    const late = await makeCustomer(rig(), 'pm_card_visa');
    const refused = provider.startSubscription({ ...newStart(late, proMonth), discountId });
    await expect(refused).rejects.toBeInstanceOf(CodeRefused);
    expect(await provider.listSubscriptions(late.customerId)).toEqual([]);
    expect(await invoiceStatuses(rig(), late.customerId)).toEqual([]);
  });

  it('leave nothing behind when the card is declined', async () => {
    const promotion = await getCode(rig(), 'HALF');
    const paying = await makeCustomer(rig(), 'pm_card_chargeCustomerFail');
    const start = { ...newStart(paying, proMonth), discountId: promotion.id };
    const charge = await rig().provider.startSubscription(start);
    expect(charge).toMatchObject({ outcome: 'declined' });
    expect(await rig().provider.listSubscriptions(paying.customerId)).toEqual([]);
    expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['void']);
  });
}

/** Finds a code that can be redeemed for any price of the suite. */
export async function getCode({ provider }: ProviderRig, name: string): Promise<PromotionCode> {
  const code = await provider.findCode(name, usd(40_000));
  return code ?? expect.fail(`There is no code ${name}.`);
}

interface Terms {
  readonly items: readonly PriceItem[];
  readonly promotion: PromotionCode;
}

export async function buy(rig: ProviderRig, paying: Paying, { items, promotion }: Terms) {
  const start = { ...newStart(paying, items), discountId: promotion.id };
  const charge = await rig.provider.startSubscription({ ...start, key: newKey() });
  expect(charge.outcome).toBe('paid');
  return subscriptionOf(charge);
}
