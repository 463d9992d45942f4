import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type PaymentProvider, reportDrift } from '../../../src/modules/billing/index.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import { itemsAt } from '../../payment-provider/contract/steps.ts';
import { begin, kindsMailed, moneyMailsTo } from '../support/money-mails.ts';
import {
  answerChallenge,
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  passTime,
  raisePro,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const minuteMs = 60_000;
const asking = 'pm_card_authenticationRequired';

type Plan = HearthConfig['plans'][number];

/** The product after a restart with other plans. */
async function restart(
  app: TestApp,
  change: (plan: Plan) => Plan,
  seams: Parameters<typeof openSecondApp>[2] = {},
): Promise<TestApp> {
  const plans = app.config.product.plans.map(change);
  const config = { ...app.config, product: { ...app.config.product, plans } };
  const restarted = await openSecondApp({ ...app, config }, { level: 'error' }, seams);
  return { ...restarted, config };
}

/** A subscriber of Pro at $10.00, after the price was raised. */
async function beginBefore(change = raisePro, seams: Parameters<typeof openSecondApp>[2] = {}) {
  const old = await createOwnTestApp({});
  const scene = await begin(old);
  await settle(old);
  const app = await restart(old, change, seams);
  const { subscriptionId } = scene;
  let owner = scene.owner();
  const send = (name: string, more: object = {}) =>
    callable(app, name, { data: { subscriptionId, ...more }, idToken: owner.idToken });
  return {
    app,
    subscriptionId,
    owner: () => owner,
    send,
    call: async (name: string, more?: object) => expectDone(await send(name, more)),
    summary: async () => expectDone(await send('getBillingSummary')),
    async pass(ms: number) {
      owner = await passTime(app, ms, owner);
    },
  };
}

type Scene = Awaited<ReturnType<typeof beginBefore>>;

const toPro = { planId: 'pro' };

describe('a subscriber of a retired price', () => {
  it('keeps the plan and its price, and is shown what they pay', async () => {
    const scene = await beginBefore();
    const before = await scene.summary();
    expect(before).toMatchObject({
      plan_id: 'pro',
      price: usd(1_000),
      is_retired_price: true,
      next_invoice: { total: usd(1_000) },
    });
    await scene.pass(weekMs + minuteMs);
    expect(await scene.summary()).toMatchObject({ plan_id: 'pro', price: usd(1_000) });
    const { invoices } = await atProvider(scene.app, scene.subscriptionId);
    expect(invoices.map(({ due }) => due)).toEqual([1_000, 1_000]);
    expect(await kindsMailed(scene.app, scene.owner())).toEqual(['receipt', 'receipt']);
  });

  it('is no drift', async () => {
    let payments: PaymentProvider | undefined;
    const scene = await beginBefore(raisePro, {
      payments(real) {
        payments = real;
        return real;
      },
    });
    const { db, clock, config } = scene.app;
    const provider = payments ?? expect.fail('no provider');
    const ask = () => reportDrift({ db, clock, settings: config.product, payments: provider });
    expect(await ask()).toEqual({ compared: 1, sentences: [] });
  });

  it('beside a new buyer: the buyer pays the current price', async () => {
    const { app } = await beginBefore();
    const { idToken } = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, { idToken });
    await settle(app);
    const answer = await callable(app, 'getBillingSummary', { data: { subscriptionId }, idToken });
    expect(expectDone(answer)).toMatchObject({ price: usd(1_200), is_retired_price: false });
    const again = { data: { subscriptionId, ...toPro }, idToken };
    expectRefusal(await callable(app, 'previewPlanChange', again), 'plan/same');
  });

  it('is shown the price of the plan until the provider was read', async () => {
    const scene = await beginBefore();
    await sql`
      update billing_accounts set items = null, price_amount = null, price_currency = null`.execute(
      scene.app.db,
    );
    expect(await scene.summary()).toMatchObject({ price: usd(1_200), is_retired_price: false });
  });
});

describe('a move off a retired price', () => {
  async function expectMoved(scene: Scene) {
    expect(await scene.summary()).toMatchObject({
      plan_id: 'pro',
      price: usd(1_200),
      is_retired_price: false,
      next_invoice: { total: usd(1_200) },
    });
    expectRefusal(await scene.send('previewPlanChange', toPro), 'plan/same');
    await settle(scene.app);
    const kinds = await kindsMailed(scene.app, scene.owner());
    expect(kinds.filter((kind) => kind === 'plan-changed')).toHaveLength(1);
  }

  it('charges the owner what the preview said, and says that the price has changed', async () => {
    const scene = await beginBefore();
    await scene.pass(3.5 * 24 * 60 * minuteMs);
    const shown = await scene.call('previewPlanChange', toPro);
    expect(shown).toMatchObject({ due_now: usd(100), next: usd(1_200) });
    await scene.call('changeSubscriptionPlan', toPro);
    const { invoices } = await atProvider(scene.app, scene.subscriptionId);
    expect(invoices.at(-1)).toMatchObject({ reason: 'update', due: 100, status: 'paid' });
    await settle(scene.app);
    const mails = await kindsMailed(scene.app, scene.owner());
    expect(mails).toEqual(['receipt', 'plan-changed', 'receipt']);
    const changed = (await moneyMailsTo(scene.app, scene.owner())).find(
      ({ kind }) => kind === 'plan-changed',
    );
    expect(changed?.subject).toBe('The price of your project at Hearth has changed');
    expect(changed?.text).toContain('Plan: Pro');
    expect(changed?.text).not.toContain('From:');
    await expectMoved(scene);
  });

  it('takes effect once the bank is answered', async () => {
    const scene = await beginBefore();
    const change = { ...toPro, billingInfo: billingInfo(asking) };
    const { clientSecret } = await scene.call('changeSubscriptionPlan', change);
    await settle(scene.app);
    expect(await scene.summary()).toMatchObject({ price: usd(1_000), is_retired_price: true });
    await answerChallenge(scene.app, String(clientSecret), true);
    await settle(scene.app);
    await expectMoved(scene);
  });

  it('is followed and told once where it was made at the provider', async () => {
    let payments: PaymentProvider | undefined;
    const scene = await beginBefore(raisePro, {
      payments(real) {
        payments = real;
        return real;
      },
    });
    const { rows } = await sql<{ id: string }>`
      select provider_subscription_id as id from billing_accounts`.execute(scene.app.db);
    const change = { key: 'elsewhere', providerSubscriptionId: rows[0]?.id ?? '' };
    const at = scene.app.clock.now();
    await payments?.changePrices({ ...change, items: itemsAt('price_pro_raised'), at });
    await settle(scene.app);
    await expectMoved(scene);
  });

  it('is refused while the present price has a fault, or the plan is not offered any more', async () => {
    const faulty = await beginBefore(raisePro, {
      payments: (real) => ({
        ...real,
        checkPrices: async (asked) => ({
          account: [],
          prices: asked.map(({ priceIds }) => (priceIds.includes('price_pro_raised') ? ['x'] : [])),
        }),
      }),
    });
    await faulty.app.app.checkPrices();
    expectRefusal(await faulty.send('previewPlanChange', toPro), 'billing/not-set-up');

    const legacy = await beginBefore((plan) => ({ ...raisePro(plan), legacy: plan.id === 'pro' }));
    expect(await legacy.summary()).toMatchObject({ price: usd(1_000), is_retired_price: true });
    expectRefusal(await legacy.send('previewPlanChange', toPro), 'plan/same');
  });

  it('to another plan credits what was paid, not what the plan costs now', async () => {
    const scene = await beginBefore();
    const shown = await scene.call('previewPlanChange', { planId: 'enterprise' });
    expect((shown.due_now as { amount: number }).amount).toBe(2_000);
  });
});
