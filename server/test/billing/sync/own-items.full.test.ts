import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, expectRefusal } from '../../harness/wire-client.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { dayMs, readSubscription, settle, weekMs } from '../support/payment-scenes.ts';
import { beginAtStripe, type StripeScene } from '../support/stripe-app.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const minuteMs = 60_000;
const waiting = {
  cancel: 'ask',
  promotionCodes: false,
  downgrade: { cheaper: 'period-end' },
} as const;

describe('items and quantities that are set in Stripe’s dashboard', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  const set = async (scene: StripeScene, params: Readonly<Record<string, string>>) => {
    const billed = { proration_behavior: 'always_invoice', ...params };
    await scene.send(`/v1/subscriptions/${scene.chargedId}`, billed);
    await settle(scene.app);
  };
  const begin = (billing?: typeof waiting) =>
    beginAtStripe(emulator, undefined, billing ? { billing } : {});
  const summary = (scene: StripeScene) => scene.call('getBillingSummary');

  /** Five dollars a week besides the plan. */
  async function withItem(): Promise<StripeScene> {
    const scene = await begin();
    const price = await scene.send('/v1/prices', {
      product: 'prod_pro',
      currency: 'usd',
      unit_amount: '500',
      'recurring[interval]': 'week',
    });
    await set(scene, { 'items[0][price]': price });
    return scene;
  }

  async function setQuantity(scene: StripeScene, quantity: number): Promise<void> {
    const state = await fetch(`${emulator.url}/_control/state`);
    const all = (await state.json()) as { id: string; items?: { data: { id: string }[] } }[];
    const item = all.find(({ id }) => id === scene.chargedId)?.items?.data[0]?.id ?? expect.fail();
    await set(scene, { 'items[0][id]': item, 'items[0][quantity]': String(quantity) });
  }

  /** Changes the plan with the preview that was shown; answers it. */
  async function changeTo(scene: StripeScene, planId: string) {
    const shown = await scene.call('previewPlanChange', { planId });
    await scene.call('changeSubscriptionPlan', { planId, preview: shown.preview });
    await settle(scene.app);
    return shown;
  }

  const planOf = async ({ app, subscriptionId, owner }: StripeScene) =>
    (await readSubscription(app, subscriptionId, owner())).plan_id;

  async function newestDue({ provider, customerId }: StripeScene) {
    const [newest = expect.fail()] = await provider().listInvoices(customerId, 1);
    return newest.due;
  }

  const itemsAt = async ({ provider, chargedId }: StripeScene) =>
    (await provider().readSubscription(chargedId))?.items.map(
      ({ role, quantity }) => `${quantity} ${role}`,
    );

  it('another item: the plan stays known, and the item is part of what is charged', async () => {
    const scene = await withItem();
    expect(await planOf(scene)).toBe('pro');
    expect(await summary(scene)).toMatchObject({
      price: usd(1_500),
      frequency: 'week',
      next_invoice: { total: usd(1_500) },
    });
    const { app, owner, subscriptionId } = scene;
    const read = await document(app, `GET /v1/subscriptions/${subscriptionId}`, owner());
    expect(read.json()).toMatchObject({ plan_id: 'pro', frequency: 'week' });
  });

  it('another item: stays through a plan change, which costs what was shown', async () => {
    const scene = await withItem();
    await scene.pass(dayMs);
    const shown = await changeTo(scene, 'enterprise');
    expect(await planOf(scene)).toBe('enterprise');
    expect(await newestDue(scene)).toEqual(shown.due_now);
    expect(shown.next).toEqual(usd(3_500));
    expect(await itemsAt(scene)).toEqual(['1 plan', '1 addon', '1 plan']);
    expect(await summary(scene)).toMatchObject({ next_invoice: { total: shown.next } });
    await scene.pass(weekMs);
    expect(await newestDue(scene)).toEqual(shown.next);
  });

  it('another item: goes on being charged on the free plan, as is shown', async () => {
    const scene = await withItem();
    await scene.pass(weekMs - minuteMs);
    const shown = await changeTo(scene, 'free');
    expect(shown).toMatchObject({ next: usd(500), next_at: expect.any(String) });
    expect(await planOf(scene)).toBe('free');
    expect(await summary(scene)).toMatchObject({
      price: usd(500),
      next_invoice: { total: usd(500), date: shown.next_at },
    });
    const { app, owner } = scene;
    const mine = await document(app, 'GET /v1/subscriptions', owner());
    expect(mine.json().subscriptions[0]).toMatchObject({ next_charge: { date: shown.next_at } });
  });

  it('a quantity: is kept by an upgrade that costs less per piece, which is made now', async () => {
    const scene = await begin(waiting);
    await setQuantity(scene, 4);
    expect(await summary(scene)).toMatchObject({ price: usd(4_000) });
    await scene.pass(dayMs);
    const shown = await changeTo(scene, 'enterprise');
    expect(shown).toMatchObject({ when: 'now', next: usd(12_000) });
    expect(await newestDue(scene)).toEqual(shown.due_now);
    expect(await itemsAt(scene)).toEqual(['4 plan', '4 plan']);
    await scene.pass(weekMs);
    expect(await newestDue(scene)).toEqual(shown.next);
  });

  it('a quantity: is kept by a change that waits, and by its undo', async () => {
    const scene = await begin(waiting);
    await setQuantity(scene, 2);
    await changeTo(scene, 'enterprise');
    const shown = await changeTo(scene, 'pro');
    expect(shown).toMatchObject({ when: 'period-end', next: usd(2_000) });
    expect(await summary(scene)).toMatchObject({
      scheduled: { plan_id: 'pro' },
      next_invoice: { total: shown.next },
    });
    await scene.call('undoPlanChange');
    await settle(scene.app);
    expect(await summary(scene)).toMatchObject({
      scheduled: null,
      next_invoice: { total: usd(6_000) },
    });

    await changeTo(scene, 'pro');
    await scene.pass(weekMs + minuteMs);
    expect(await planOf(scene)).toBe('pro');
    expect(await newestDue(scene)).toEqual(shown.next);
    expect(await itemsAt(scene)).toEqual(['2 plan']);
  });

  it('a quantity that is set after the preview: the change is refused, as it costs something else', async () => {
    const scene = await begin();
    const planId = 'enterprise';
    const { preview } = await scene.call('previewPlanChange', { planId });
    await setQuantity(scene, 2);
    const late = await scene.ask('changeSubscriptionPlan', { planId, preview });
    expectRefusal(late, 'billing/preview-outdated');
  });
});
