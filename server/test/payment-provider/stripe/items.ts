import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangePreview } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import {
  type Changing,
  enterpriseMonth,
  enterpriseYear,
  fromApril,
  passEnd,
  proMonth,
  proYear,
} from '../contract/calendar.ts';
import {
  free,
  newestInvoice,
  newKey,
  nextTotal,
  read,
  readCredit,
  usd,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';
import { readKept } from './state.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

const plans = [free, proMonth, proYear, enterpriseMonth, enterpriseYear].flat();

/** Cases of items and quantities that somebody sets in Stripe's dashboard, at a provider that knows the plans. */
export function itemCases(rigOf: () => EmulatorRig): void {
  const rig = (): EmulatorRig => ({
    ...rigOf(),
    provider: createStripeProvider({
      installation: 'here',
      secretKey: 'sk_test_anything',
      publishableKey: 'pk_test_anything',
      webhookSecrets: ['whsec_test'],
      apiBase: rigOf().emulator.url,
      planPrices: plans.map(({ price }) => price),
    }),
  });
  quantityCases(rig);
  otherItemCases(rig);
  scheduledCases(rig);
}

/** Bought on April 10, set by the dashboard at once, and to be changed after half of its period. */
async function begin(
  rig: EmulatorRig,
  { from, to }: { readonly from: readonly PriceItem[]; readonly to: readonly PriceItem[] },
  set: (id: string, itemIds: readonly string[]) => Promise<unknown>,
): Promise<Changing> {
  const changing = await fromApril(rig, { from, to, afterMs: 0 });
  const { id, periodStart, periodEnd } = changing.subscription;
  const kept = await readKept(rig.emulator, 'subscription', changing.customerId);
  await set(
    id,
    kept.flatMap(({ items }) => items.data.map((item) => item.id)),
  );
  const halfMs = ((periodEnd?.getTime() ?? 0) - (periodStart?.getTime() ?? 0)) / 2;
  await rig.advance(halfMs);
  const at = new Date((periodStart?.getTime() ?? 0) + halfMs);
  const subscription = await read(rig, id);
  return { ...changing, subscription, at, change: { ...changing.change, at } };
}

const twice = (rig: EmulatorRig) => async (id: string, itemIds: readonly string[]) => {
  const quantities = itemIds.flatMap((item, index) => [
    [`items[${index}][id]`, item],
    [`items[${index}][quantity]`, '2'],
  ]);
  const params = { ...Object.fromEntries(quantities), proration_behavior: 'always_invoice' };
  await send(rig.emulator.url, `/v1/subscriptions/${id}`, params);
};

/** Makes the change; it costs what its preview says, now and at the next renewal. */
async function expectAsShown(rig: EmulatorRig, changing: Changing): Promise<ChangePreview> {
  const { change, customerId } = changing;
  const preview = await rig.provider.previewChange(change);
  const charge = await rig.provider.changePrices({ ...change, key: newKey() });
  expect(charge.outcome).toBe('paid');
  expect(await newestInvoice(rig, customerId)).toMatchObject({ due: preview.dueNow });
  expect(await readCredit(rig, customerId)).toBe(preview.credit.amount);
  expect(await nextTotal(rig, change.providerSubscriptionId)).toEqual(preview.next);
  await passEnd(rig, { periodEnd: preview.nextAt });
  expect(await newestInvoice(rig, customerId)).toMatchObject({ due: preview.next });
  return preview;
}

function quantityCases(rig: () => EmulatorRig): void {
  describe('a quantity of the plan that is set to two', () => {
    it.each([
      ['an upgrade', proMonth, enterpriseMonth, { due: 12_000 - 4_000, credit: 0, next: 24_000 }],
      ['a downgrade', enterpriseMonth, proMonth, { due: 0, credit: 12_000 - 4_000, next: 0 }],
      ['a year', proMonth, proYear, { due: 80_000 - 4_000, credit: 0, next: 80_000 }],
      ['another year', enterpriseMonth, enterpriseYear, { due: 228_000, credit: 0, next: 240_000 }],
    ] as const)('is kept by %s, and charged as shown', async (_, from, to, sums) => {
      const changing = await begin(rig(), { from, to }, twice(rig()));
      const preview = await expectAsShown(rig(), changing);
      const { dueNow, credit, next } = preview;
      expect({ due: dueNow.amount, credit: credit.amount, next: next.amount }).toEqual(sums);
      const { items } = await read(rig(), changing.subscription.id);
      expect(items).toEqual(to.map((item) => ({ ...item, quantity: 2 })));
    });

    it('is kept on the way to the free plan and back', async () => {
      const changing = await begin(rig(), { from: proMonth, to: free }, twice(rig()));
      const { id } = changing.subscription;
      expect(await expectAsShown(rig(), changing)).toMatchObject({ credit: usd(4_000) });
      const change = { providerSubscriptionId: id, items: proMonth, at: await rig().now() };
      const preview = await rig().provider.previewChange(change);
      expect(preview).toMatchObject({ dueNow: usd(4_000), next: usd(8_000) });
      await rig().provider.changePrices({ ...change, key: newKey() });
      expect(await read(rig(), id)).toMatchObject({ price: usd(8_000) });
    });
  });
}

const addon = (price: string) => ({ role: 'addon', price, quantity: 1 }) as const;

function otherItemCases(rig: () => EmulatorRig): void {
  describe('an item that is added to the plan', () => {
    let price: string;
    beforeEach(async () => {
      price = await makePrice(rig(), 'month');
    });
    const add = async (id: string) => {
      const params = { 'items[0][price]': price, proration_behavior: 'always_invoice' };
      await send(rig().emulator.url, `/v1/subscriptions/${id}`, params);
    };

    it.each([
      ['an upgrade', proMonth, enterpriseMonth, { due: 6_000 - 2_000, credit: 0, next: 12_500 }],
      ['a downgrade', enterpriseMonth, proMonth, { due: 0, credit: 6_000 - 2_000, next: 500 }],
      // A whole month of the item begins with the year, and half of the present one is credited.
      ['a year', proMonth, proYear, { due: 40_000 + 500 - 2_250, credit: 0, next: 500 }],
    ] as const)('stays through %s, and is charged as shown', async (_, from, to, sums) => {
      const changing = await begin(rig(), { from, to }, add);
      expect(changing.subscription.items).toEqual([...from, addon(price)]);
      const { dueNow, credit, next } = await expectAsShown(rig(), changing);
      expect({ due: dueNow.amount, credit: credit.amount, next: next.amount }).toEqual(sums);
      const { items } = await read(rig(), changing.subscription.id);
      expect(items.toSorted((one, other) => one.role.localeCompare(other.role))).toEqual([
        addon(price),
        ...to,
      ]);
    });

    it('goes on being charged on the free plan', async () => {
      const changing = await begin(rig(), { from: proMonth, to: free }, add);
      const preview = await rig().provider.previewChange(changing.change);
      await rig().provider.changePrices({ ...changing.change, key: newKey() });
      expect(await readCredit(rig(), changing.customerId)).toBe(preview.credit.amount);
      const { items, price: charged } = await read(rig(), changing.subscription.id);
      expect(items).toEqual([...free, addon(price)]);
      expect(charged).toEqual(usd(500));
    });

    it('is recognized beside a price that the configuration has lost, once the change is made', async () => {
      const changing = await begin(rig(), { from: proMonth, to: enterpriseMonth }, add);
      const lost = { ...changing, change: { ...changing.change, items: [teamMonth] } };
      await rig().provider.changePrices({ ...lost.change, key: newKey() });
      const again = await rig().provider.changePrices({ ...lost.change, key: newKey() });
      expect(again.outcome).toBe('paid');
      const { price: charged } = await read(rig(), changing.subscription.id);
      expect(charged).toEqual(usd(2_000 + 500));
    });
  });
}

const teamMonth = { role: 'plan', price: 'price_team_month', quantity: 1 } as const;

const makePrice = (rig: EmulatorRig, interval: 'month' | 'year') =>
  send(rig.emulator.url, '/v1/prices', {
    product: 'prod_pro',
    currency: 'usd',
    unit_amount: '500',
    'recurring[interval]': interval,
  });

function scheduledCases(rig: () => EmulatorRig): void {
  describe('a change that waits for the end of the period', () => {
    const wanted = { from: proYear, to: proMonth };

    async function expectScheduled({ subscription, change, customerId }: Changing, next: number) {
      const { id, periodEnd } = subscription;
      const { provider } = rig();
      const preview = await provider.previewScheduled(change);
      expect(preview).toMatchObject({ next: usd(next), nextAt: periodEnd });
      const at = preview.nextAt ?? expect.fail();
      const after = await provider.scheduleChange({ ...change, at, key: newKey() });
      expect(after.items).toEqual(subscription.items);
      const kept = await provider.dropScheduled({ key: newKey(), id });
      expect(kept).toMatchObject({ items: subscription.items, scheduled: null });
      expect(await nextTotal(rig(), id)).toEqual(subscription.price);

      await provider.scheduleChange({ ...change, at, key: newKey() });
      expect(await nextTotal(rig(), id)).toEqual(preview.next);
      await passEnd(rig(), subscription);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({ due: usd(next) });
      return await read(rig(), id);
    }

    it('keeps a quantity, and so does the one who undoes it', async () => {
      const after = await expectScheduled(await begin(rig(), wanted, twice(rig())), 8_000);
      expect(after.items).toEqual([{ role: 'plan', price: 'price_pro_month', quantity: 2 }]);
    });

    it('keeps an item that was added, and so does the one who undoes it', async () => {
      const price = await makePrice(rig(), 'year');
      const changing = await begin(rig(), wanted, async (id) => {
        const params = { 'items[0][price]': price, proration_behavior: 'always_invoice' };
        await send(rig().emulator.url, `/v1/subscriptions/${id}`, params);
      });
      const after = await expectScheduled(changing, 4_500);
      expect(after.items).toEqual([...proMonth, addon(price)]);
    });
  });
}
