import { describe, expect, it } from 'vitest';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  free,
  makeCustomer,
  newestInvoice,
  newKey,
  pro,
  read,
  readCredit,
  type Subscribed,
  subscribe,
  usd,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';
import { ownEndingCases } from './set-ends.ts';
import { withConfig } from './state.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

const minuteMs = 60_000;
const plain = { subtotal: 1_000, discount: 0, tax: 0, isTaxIncluded: false };

/** Cases of what somebody sets in Stripe's dashboard. */
export function dashboardCases(rig: () => EmulatorRig): void {
  endingCases(rig);
  ownEndingCases(rig);
  discountCases(rig);
  taxCases(rig);
  debtCases(rig);
}

function endingCases(rig: () => EmulatorRig): void {
  const set = (id: string, params: Readonly<Record<string, string>>) =>
    send(rig().emulator.url, `/v1/subscriptions/${id}`, params);

  describe('an ending that is set', () => {
    it.each([
      ['by the flag', (id: string) => set(id, { cancel_at_period_end: 'true' })],
      [
        'by the portal',
        (id: string) => rig().emulator.control('portal_cancel', { subscription: id }),
      ],
    ])('%s shows, and nothing is charged after it', async (_, end) => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id, periodEnd } = subscription;
      expect(subscription.endsAt).toBeNull();
      await end(id);
      expect(await read(rig(), id)).toMatchObject({ status: 'active', endsAt: periodEnd });
      expect(await rig().provider.readNextTotal(id)).toBeNull();
      await rig().advance(weekMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'canceled', endsAt: null });
      expect(await rig().provider.listInvoices(customerId, 10)).toHaveLength(1);
    });

    it('is over when it is taken back', async () => {
      const { subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await set(id, { cancel_at_period_end: 'true' });
      await set(id, { cancel_at_period_end: 'false' });
      expect(await read(rig(), id)).toMatchObject({ endsAt: null });
      expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: usd(1_000) });
    });
  });
}

function discountCases(rig: () => EmulatorRig): void {
  const discount = (id: string, coupon: string) =>
    send(rig().emulator.url, `/v1/subscriptions/${id}`, { 'discounts[0][coupon]': coupon });

  describe('a discount that is given', () => {
    it('is taken off each renewal, and off a change', async () => {
      const subscribed = await subscribe(rig(), pro);
      const { id } = subscribed.subscription;
      await discount(id, 'five_forever');
      const next = await rig().provider.readNextTotal(id);
      expect(next).toEqual({ total: usd(500), parts: { ...plain, discount: 500 } });
      const { preview } = await change(rig(), subscribed, enterprise);
      // The part for the days that are left, of each of the two prices.
      expect(preview.parts.discount).toBe(215);
      expect(preview.next).toEqual(usd(2_500));
      expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: preview.next });
    });

    it('once is used up by the change', async () => {
      const subscribed = await subscribe(rig(), pro);
      const { id } = subscribed.subscription;
      await discount(id, 'half_once');
      const { preview } = await change(rig(), subscribed, enterprise);
      expect(preview.parts.discount).toBeGreaterThan(0);
      expect(preview.next).toEqual(usd(3_000));
      expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: usd(3_000) });
    });

    it('once leaves another one as it is', async () => {
      const subscribed = await subscribe(rig(), pro);
      const { id } = subscribed.subscription;
      await send(rig().emulator.url, `/v1/subscriptions/${id}`, {
        'discounts[0][coupon]': 'half_once',
        'discounts[1][coupon]': 'five_forever',
      });
      const { preview } = await change(rig(), subscribed, enterprise);
      expect(preview.next).toEqual(usd(2_500 - preview.credit.amount));
      expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: preview.next });
    });

    it('leaves nothing to pay for the free plan', async () => {
      const subscribed = await subscribe(rig(), pro);
      await discount(subscribed.subscription.id, 'five_forever');
      const { preview } = await change(rig(), subscribed, free);
      expect(preview).toMatchObject({ dueNow: usd(0), next: usd(0) });
    });
  });
}

function taxCases(rig: () => EmulatorRig): void {
  const underTax = (defaultBehavior: string, happen: () => Promise<void>) =>
    withConfig(
      rig().emulator,
      { during: { tax: { defaultBehavior } }, after: { tax: {} } },
      happen,
    );
  const collect = async ({ customerId, subscription }: Subscribed, country: string) => {
    const { url } = rig().emulator;
    await send(url, `/v1/customers/${customerId}`, { 'address[country]': country });
    await send(url, `/v1/subscriptions/${subscription.id}`, { 'automatic_tax[enabled]': 'true' });
  };

  describe('a tax that is collected', () => {
    it('comes on top of prices without it, in renewals and previews', async () => {
      await underTax('exclusive', async () => {
        const subscribed = await subscribe(rig(), pro);
        const { id } = subscribed.subscription;
        await collect(subscribed, 'FR');
        const next = await rig().provider.readNextTotal(id);
        expect(next).toEqual({ total: usd(1_200), parts: { ...plain, tax: 200 } });
        const { preview } = await change(rig(), subscribed, enterprise);
        expect(preview.parts).toMatchObject({ isTaxIncluded: false });
        expect(preview.parts.tax).toBeGreaterThan(0);
        expect(preview.next).toEqual(usd(3_600));
        expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: usd(3_600) });
      });
    });

    it('is a part of prices that include it', async () => {
      await underTax('inclusive', async () => {
        const subscribed = await subscribe(rig(), pro);
        await collect(subscribed, 'FR');
        const next = await rig().provider.readNextTotal(subscribed.subscription.id);
        expect(next).toEqual({
          total: usd(1_000),
          parts: { ...plain, tax: 167, isTaxIncluded: true },
        });
        const { preview } = await change(rig(), subscribed, enterprise);
        expect(preview.next).toEqual(usd(3_000));
      });
    });

    it('is unknown, and not 0, without a place', async () => {
      await underTax('exclusive', async () => {
        const subscribed = await subscribe(rig(), pro);
        const { url } = rig().emulator;
        await collect(subscribed, 'FR');
        await send(url, `/v1/customers/${subscribed.customerId}`, {
          address: '',
          'tax[validate_location]': 'deferred',
        });
        const next = await rig().provider.readNextTotal(subscribed.subscription.id);
        expect(next).toEqual({ total: usd(1_000), parts: { ...plain, tax: null } });
      });
    });
  });
}

function debtCases(rig: () => EmulatorRig): void {
  const owe = (customerId: string, balance: number) =>
    send(rig().emulator.url, `/v1/customers/${customerId}`, { balance: String(balance) });

  describe('a balance that is set', () => {
    it('is charged with the next renewal where it is owed', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await owe(customerId, 250);
      expect(await readCredit(rig(), customerId)).toBe(-250);
      const next = await rig().provider.readNextTotal(subscription.id);
      expect(next).toEqual({ total: usd(1_250), parts: plain });
    });

    it('is charged with a plan change where it is owed', async () => {
      const subscribed = await subscribe(rig(), pro);
      await owe(subscribed.customerId, 250);
      const { preview } = await change(rig(), subscribed, enterprise);
      const { subtotal } = preview.parts;
      expect(preview).toMatchObject({ dueNow: usd(subtotal + 250), next: usd(3_000) });
      expect(await newestInvoice(rig(), subscribed.customerId)).toMatchObject({
        due: preview.dueNow,
      });
    });

    it('is charged with a first payment where it is owed', async () => {
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      await owe(customerId, 250);
      const customer = await rig().provider.readCustomer(customerId);
      expect(customer).toMatchObject({ credit: -250 });
    });
  });
}

/** Three days before the period ends, after a look at what it costs. */
async function change(rig: ProviderRig, { subscription }: Subscribed, items: readonly PriceItem[]) {
  await rig.advance(weekMs - 3 * dayMs);
  const at = beforeEnd(subscription, 3 * dayMs);
  const wanted = { providerSubscriptionId: subscription.id, items, at };
  const preview = await rig.provider.previewChange(wanted);
  const charge = await rig.provider.changePrices({ ...wanted, key: newKey() });
  expect(charge.outcome).toBe('paid');
  return { preview };
}
