import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { proMonth, proYear } from '../payment-provider/contract/calendar.ts';
import {
  dayMs,
  newestInvoice,
  newKey,
  newStart,
  nextTotal,
  payWith,
  read,
  subscriptionOf,
  usd,
} from '../payment-provider/contract/steps.ts';
import type { ProviderRig } from '../payment-provider/contract/suite.ts';
import { openAccount, stripe } from './account.ts';
import { openClock, type TestClock } from './clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let rig: ProviderRig;
beforeAll(async () => {
  rig = await openAccount();
});

/** A fact on which Hearth does not rely, for docs/stripe-assumptions.md. */
const tell = (fact: string) => process.stdout.write(`SEEN ${fact}\n`);

interface Begun {
  readonly customerId: string;
  readonly id: string;
}

/** Buys a month of Pro in the time of the clock. */
async function buyMonth(clock: TestClock, more: object = {}): Promise<Begun> {
  const customerId = await clock.createCustomer();
  const start = { ...newStart({ customerId }, proMonth), ...more };
  const { id } = subscriptionOf(await rig.provider.startSubscription(start));
  return { customerId, id };
}

/** Moves on to an instant after the end of the present period. */
async function passEnd(clock: TestClock, id: string, ms: number): Promise<void> {
  const { periodEnd } = await read(rig, id);
  await clock.advance((periodEnd?.getTime() ?? 0) - clock.now().getTime() + ms);
}

describe('a month that becomes a year on its 15th day', () => {
  async function preview() {
    const clock = await openClock();
    const begun = await buyMonth(clock);
    await clock.advance(14 * dayMs);
    const change = { providerSubscriptionId: begun.id, items: proYear, at: clock.now() };
    const shown = await rig.provider.previewChange(change);
    // The unused part of 40 dollars comes off 400.
    expect(shown.dueNow.amount).toBeGreaterThan(37_000);
    expect(shown.dueNow.amount).toBeLessThan(39_000);
    await clock.advance(minuteMs);
    return { clock, ...begun, change, shown };
  }

  it('charges the sum of the preview, and the new period begins with the request', async () => {
    const { clock, customerId, id, change, shown } = await preview();
    const charge = await rig.provider.changePrices({ ...change, key: newKey() });
    expect(charge).toMatchObject({ outcome: 'paid', subscription: { items: proYear } });
    expect(await newestInvoice(rig, customerId)).toMatchObject({ total: shown.dueNow });
    const { periodStart, periodEnd } = await read(rig, id);
    expect(periodStart).toEqual(clock.now());
    const nextYear = new Date(clock.now());
    nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
    expect(periodEnd).toEqual(nextYear);
  });

  it('waits for the holder of a card where the bank asks, and the month goes on until then', async () => {
    const { customerId, id, change, shown } = await preview();
    const before = await read(rig, id);
    await payWith(rig, customerId, 'pm_card_authenticationRequired');
    const charge = await rig.provider.changePrices({ ...change, key: newKey() });
    expect(charge.outcome).toBe('authentication-needed');
    const waiting = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(waiting.pending_update).not.toBeNull();
    expect(waiting.latest_invoice).toMatchObject({ total: shown.dueNow.amount });
    const { items, periodStart, periodEnd } = before;
    expect(await read(rig, id)).toMatchObject({ items, periodStart, periodEnd });

    await rig.provider.giveUpChange({ key: newKey(), id });
    const { pending_update } = await stripe.subscriptions.retrieve(id);
    expect(pending_update).toBeNull();
    expect(await read(rig, id)).toMatchObject({ items, periodStart, periodEnd });
  });
});

it('a trial with a code that applies once: its first charge is lowered, whether its invoice of 0 uses the code up or not', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
  onTestFinished(() => stripe.coupons.del(coupon.id).then(() => undefined));
  const { id: discountId } = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: `CHECK${randomBytes(6).toString('hex').toUpperCase()}`,
  });
  const clock = await openClock();
  const { customerId, id } = await buyMonth(clock, { discountId, trialDays: 14 });
  const { discounts } = await stripe.subscriptions.retrieve(id);
  tell(
    `the invoice of 0 of a trial ${discounts.length > 0 ? 'leaves' : 'uses up'} a code that applies once`,
  );
  await rig.provider.keepDiscount({ key: newKey(), id, discountId });
  expect(await nextTotal(rig, id)).toEqual(usd(2_000));
  await passEnd(clock, id, 2 * hourMs);
  expect(await newestInvoice(rig, customerId)).toMatchObject({ status: 'paid', total: usd(2_000) });
});

it('the draft of a renewal whose subscription was canceled: Hearth has it charged to nobody', async () => {
  const clock = await openClock();
  const elsewhere = await buyMonth(clock);
  const here = await buyMonth(clock);
  await passEnd(clock, here.id, 2 * minuteMs);
  expect(await newestInvoice(rig, here.customerId)).toMatchObject({ status: 'draft' });
  await stripe.subscriptions.cancel(elsewhere.id, { prorate: false, invoice_now: false });
  await rig.provider.endSubscription({ key: newKey(), id: here.id });
  await clock.advance(3 * hourMs);
  const { status } = await newestInvoice(rig, elsewhere.customerId);
  tell(`three hours after the cancellation, the draft of the renewal before it is ${status}`);
  expect(await newestInvoice(rig, here.customerId)).toMatchObject({ status: 'void' });
});
