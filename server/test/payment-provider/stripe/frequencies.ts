import { describe, expect, it } from 'vitest';
import type { ConfiguredPrice } from '../../../src/modules/billing/port/provider-objects.ts';
import {
  type Changing,
  enterpriseMonth,
  enterpriseYear,
  fromApril,
  oddMs,
  proMonth,
  proYear,
} from '../contract/calendar.ts';
import { newestInvoice, newKey, nextTotal, usd } from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Cases of months and years that only Stripe has. */
export function stripeFrequencyCases(rig: () => EmulatorRig): void {
  requestCases(rig);
  dashboardCases(rig);
  checkCases(rig);
}

function requestCases(rig: () => EmulatorRig): void {
  it.each([
    { name: 'longer', from: enterpriseMonth, to: enterpriseYear },
    { name: 'shorter', from: enterpriseYear, to: enterpriseMonth },
  ])('a change to a $name period is one request with every item', async ({ from, to }) => {
    const { change, subscription, at } = await fromApril(rig(), { from, to });
    await rig().provider.changePrices({ ...change, key: newKey() });
    const path = `/v1/subscriptions/${subscription.id}`;
    const requests = await rig().emulator.requests();
    const sent = requests.filter((one) => one.method === 'POST' && one.path === path);
    const proration_date = at.getTime() / 1_000;
    expect(sent.map(({ params }) => params)).toMatchObject([
      {
        items: to.map(({ price }) => ({ id: expect.stringMatching(/^si_/), price, quantity: 1 })),
        payment_behavior: 'pending_if_incomplete',
        proration_behavior: 'always_invoice',
        proration_date,
        metadata: { prorationDate: String(proration_date) },
      },
    ]);
  });
}

/** Makes the change, whose invoice and next renewal have to be those of the preview. */
async function expectAsPreviewed(rig: ProviderRig, { change, customerId }: Changing) {
  const preview = await rig.provider.previewChange(change);
  await rig.provider.changePrices({ ...change, key: newKey() });
  const invoice = { status: 'paid', due: preview.dueNow };
  expect(await newestInvoice(rig, customerId)).toMatchObject(invoice);
  return preview;
}

function dashboardCases(rig: () => EmulatorRig): void {
  const set = (id: string, params: Readonly<Record<string, string>>) =>
    send(rig().emulator.url, `/v1/subscriptions/${id}`, params);

  describe('a change from a month to a year', () => {
    const wanted = { from: proMonth, to: proYear, afterMs: oddMs };

    it('takes a discount off the year, and off each one after it', async () => {
      const changing = await fromApril(rig(), wanted);
      const { id } = changing.subscription;
      await set(id, { 'discounts[0][coupon]': 'five_forever' });
      const preview = await expectAsPreviewed(rig(), changing);
      expect(preview).toMatchObject({ next: usd(39_500), parts: { discount: 500 } });
      expect(await nextTotal(rig(), id)).toEqual(preview.next);
    });
  });
}

function checkCases(rig: () => EmulatorRig): void {
  const makePrice = (over: Readonly<Record<string, string>>) =>
    send(rig().emulator.url, '/v1/prices', {
      product: 'prod_pro',
      currency: 'usd',
      unit_amount: '4000',
      'recurring[interval]': 'month',
      ...over,
    });
  const monthly = (id: string, amount: number | null = 4_000): ConfiguredPrice => ({
    priceIds: [id],
    frequency: 'month',
    currency: 'usd',
    total: amount === null ? null : usd(amount),
  });

  it('tells of a price that it recurs every two months, or is not active', async () => {
    const twoMonths = await makePrice({ 'recurring[interval_count]': '2' });
    const closed = await makePrice({});
    await send(rig().emulator.url, `/v1/prices/${closed}`, { active: 'false' });
    const { prices } = await rig().provider.checkPrices([
      monthly(twoMonths),
      monthly(closed),
      monthly(twoMonths, null),
      monthly(closed, null),
    ]);
    const words = `Price ${twoMonths} recurs every 2 months, the configuration says every month.`;
    expect(prices).toEqual([[words], [`Price ${closed} is not active.`], [words], []]);
  });
}
