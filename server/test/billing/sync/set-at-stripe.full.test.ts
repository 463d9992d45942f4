import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document } from '../../harness/wire-client.ts';
import { askStripe, readState } from '../../histories/stripe/stripe-dashboard.ts';
import { itemsAt } from '../../payment-provider/contract/steps.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { kindsMailed, lastMail } from '../support/money-mails.ts';
import { billingInfo, dayMs, readSubscription, settle, weekMs } from '../support/payment-scenes.ts';
import { beginAtStripe, type StripeScene } from '../support/stripe-app.ts';
import { owe } from '../support/undecided-payment.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const minuteMs = 60_000;
const plain = { subtotal: usd(1_000), discount: usd(0), tax: usd(0), balance: usd(0) };

describe('what is set in Stripe’s dashboard', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  const set = async (scene: StripeScene, params: Readonly<Record<string, string>>) => {
    await scene.send(`/v1/subscriptions/${scene.chargedId}`, params);
    await settle(scene.app);
  };
  const summary = (scene: StripeScene) => scene.call('getBillingSummary');

  it('an ending: shows in the summary and in previews, and is told as one', async () => {
    const scene = await beginAtStripe(emulator);
    const { next_invoice: next, cancel_at: before } = await summary(scene);
    expect(before).toBeNull();
    await set(scene, { cancel_at_period_end: 'true' });
    const { date } = next as { date: string };
    expect(await summary(scene)).toMatchObject({
      status: 'active',
      cancel_at: date,
      next_invoice: null,
    });
    const up = { planId: 'enterprise' };
    expect(await scene.call('previewPlanChange', up)).toMatchObject({
      cancel_at: null,
      next: usd(3_000),
      next_at: date,
    });
    // The project stays on Free, whatever becomes of the subscription at Stripe.
    expect(await scene.call('previewPlanChange', { planId: 'free' })).toMatchObject({
      cancel_at: null,
    });

    await scene.pass(weekMs + minuteMs);
    const { app, subscriptionId } = scene;
    expect(await readSubscription(app, subscriptionId, scene.owner())).toMatchObject({
      plan_id: 'pro',
      status: 'canceled',
    });
    expect(await summary(scene)).toMatchObject({ cancel_at: null, next_invoice: null });
    expect(await kindsMailed(app, scene.owner())).toEqual(['receipt', 'subscription-canceled']);
    const { text } = await lastMail(app, scene.owner());
    expect(text).toContain('ended as scheduled');
  });

  it('an end right away is told as such, also where a later one had been set', async () => {
    const scene = await beginAtStripe(emulator);
    await set(scene, { cancel_at_period_end: 'true' });
    await scene.pass(dayMs);
    await scene.provider().endSubscription({ key: 'elsewhere', id: scene.chargedId });
    await settle(scene.app);
    const { text } = await lastMail(scene.app, scene.owner());
    expect(text).toContain('It ended immediately');
  });

  it('a paid price and an end right after it: gives a free project nothing that nobody pays', async () => {
    const scene = await beginAtStripe(emulator);
    await scene.call('changeSubscriptionPlan', { planId: 'free' });
    await settle(scene.app);
    const { app, chargedId: id } = scene;
    const at = app.clock.now();
    const dearer = { providerSubscriptionId: id, items: itemsAt('price_pro_week'), at };
    await scene.provider().changePrices({ key: 'elsewhere', ...dearer });
    await scene.provider().endSubscription({ key: 'elsewhere-end', id });
    await settle(app);
    expect(await readSubscription(app, scene.subscriptionId, scene.owner())).toMatchObject({
      plan_id: 'free',
      status: 'active',
    });
  });

  it.each([
    ['read before the end', true],
    ['read after it', false],
  ])(
    'the free price of a project that owes, and an end, %s: leaves it free and able to pay',
    async (_, isSeen) => {
      const scene = await beginAtStripe(emulator);
      const { app, chargedId: id } = scene;
      await owe(scene, 'pm_card_chargeCustomerFail');
      const charged = (await readState(emulator.url)).find((one) => one.id === id);
      await scene.send(`/v1/subscriptions/${id}`, {
        'items[0][id]': charged?.items.data[0]?.id ?? '',
        'items[0][price]': 'price_free_week',
        proration_behavior: 'none',
      });
      if (isSeen) {
        await settle(app);
      }
      await askStripe(emulator.url, `DELETE subscriptions/${id}`);
      await settle(app);
      const read = () => readSubscription(app, scene.subscriptionId, scene.owner());
      expect(await read()).toMatchObject({ plan_id: 'free', status: 'active' });
      expect(await summary(scene)).toMatchObject({ owed: null, next_invoice: null });
      const kinds = ['receipt', 'payment-failed', 'plan-changed'];
      expect(await kindsMailed(app, scene.owner())).toEqual(kinds);

      await scene.call('changeSubscriptionPlan', { planId: 'pro', billingInfo: billingInfo() });
      await settle(app);
      expect(await read()).toMatchObject({ plan_id: 'pro', status: 'active' });
    },
  );

  it('a discount: is taken off the next invoice, and a change costs what its preview said', async () => {
    const scene = await beginAtStripe(emulator);
    await set(scene, { 'discounts[0][coupon]': 'five_forever' });
    expect(await summary(scene)).toMatchObject({
      price: usd(1_000),
      next_invoice: { ...plain, total: usd(500), discount: usd(500), tax_included: false },
    });
    await scene.pass(3 * dayMs);
    const shown = await scene.call('previewPlanChange', { planId: 'enterprise' });
    // Four of seven days are left, and each of the two prices has its part of the discount.
    expect(shown).toMatchObject({ discount: usd(285), next: usd(2_500) });
    const { preview } = shown;
    await scene.call('changeSubscriptionPlan', { planId: 'enterprise', preview });
    await settle(scene.app);
    const { next_invoice: next } = await summary(scene);
    expect(next).toMatchObject({ total: usd(2_500), subtotal: usd(3_000), discount: usd(500) });
  });

  it('a credit note: each part of it counts once, as cash that went back or as credit', async () => {
    const scene = await beginAtStripe(emulator);
    const [invoice] = await scene.provider().listInvoices(scene.customerId, 1);
    await scene.send('/v1/credit_notes', {
      invoice: invoice?.id ?? '',
      amount: '400',
      refund_amount: '100',
      out_of_band_amount: '100',
      credit_amount: '200',
    });
    await settle(scene.app);
    const path = `GET /v1/subscriptions/${scene.subscriptionId}/invoices` as const;
    const listed = (await document(scene.app, path, scene.owner())).json().invoices;
    expect(listed).toMatchObject([{ total: 1_000, refunded: 200, credited: 200 }]);
    const paid = async () => {
      const { periods } = await scene.call('getSpending');
      return (periods as { paid: number }[]).reduce((sum, period) => sum + period.paid, 0);
    };
    expect(await paid()).toBe(800);
    // A reading without refunds leaves them as they are.
    await set(scene, { cancel_at_period_end: 'true' });
    expect(await paid()).toBe(800);
    await set(scene, { cancel_at_period_end: 'false' });
    await scene.pass(weekMs + 2 * 3_600_000);
    // The credit pays a part of the next week, so all cash is 800 and 800.
    expect(await paid()).toBe(1_600);
  });

  it('a tax: comes on top of the next invoice', async () => {
    const scene = await beginAtStripe(emulator);
    await emulator.control('config', { tax: { defaultBehavior: 'exclusive' } });
    await scene.send(`/v1/customers/${scene.customerId}`, { 'address[country]': 'FR' });
    await set(scene, { 'automatic_tax[enabled]': 'true' });
    expect(await summary(scene)).toMatchObject({
      next_invoice: { ...plain, total: usd(1_200), tax: usd(200), tax_included: false },
    });
  });

  it.each([
    ['a debt comes on top of', 250],
    ['a credit is taken off', -250],
  ])('%s the next invoice', async (_, balance) => {
    const scene = await beginAtStripe(emulator);
    await summary(scene);
    await scene.send(`/v1/customers/${scene.customerId}`, { balance: String(balance) });
    await settle(scene.app);
    expect(await summary(scene)).toMatchObject({
      next_invoice: { ...plain, total: usd(1_000 + balance), balance: usd(balance) },
    });
  });
});
