import { describe, expect, it } from 'vitest';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp, openSecondApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
} from '../../harness/wire-client.ts';
import { billingInfo, expectDone, settle } from '../support/payment-scenes.ts';

const monthlyUsd = { frequency: 'month', currency: 'usd' };
const yearlyUsd = { frequency: 'year', currency: 'usd' };
const buying = { planId: 'pro', ...monthlyUsd, billingInfo: billingInfo() };

/** A subscriber of Pro per month in usd, after a restart with this price legacy. */
async function begin() {
  const app = await createOwnTestApp({ product: monthlyYearly() });
  const ada = await createPerson(app);
  const bought = await callable(app, 'createSubscription', { ...ada, data: buying });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  await settle(app);
  const plans = app.config.product.plans.map((plan) => ({
    ...plan,
    prices: plan.prices.map((price) => ({
      ...price,
      legacy: plan.id === 'pro' && price.frequency === 'month' && price.currency === 'usd',
    })),
  }));
  const config = { ...app.config, product: { ...app.config.product, plans } };
  const restarted = await openSecondApp({ ...app, config });
  return {
    app: restarted,
    ada,
    subscriptionId,
    send: (name: string, data: object) => callable(restarted, name, { ...ada, data }),
  };
}

describe('a legacy price of a plan that is sold at others', () => {
  it('is named as such, and not sold: to a new project, a free one or another plan', async () => {
    const { app, ada, send } = await begin();
    const { plans } = (await app.server.inject('/config.json')).json();
    const pro = plans.find(({ id }: { id: string }) => id === 'pro');
    expect(pro).toMatchObject({ legacy: false, forSale: true });
    expect(pro.prices.map(({ legacy }: { legacy: boolean }) => legacy)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expectRefusal(await send('createSubscription', buying), 'plan/legacy');
    const subscriptionId = await createFreeSubscription(app, ada);
    const change = { subscriptionId, planId: 'pro', ...monthlyUsd };
    expectRefusal(await send('previewPlanChange', change), 'plan/legacy');
    expectRefusal(
      await send('changeSubscriptionPlan', { ...change, billingInfo: billingInfo() }),
      'plan/legacy',
    );
    expectDone(await send('previewPlanChange', { ...change, ...yearlyUsd }));
  });

  it('is kept by those who pay it, and can be left for another', async () => {
    const { send, subscriptionId } = await begin();
    const change = { subscriptionId, planId: 'pro' };
    expect(expectDone(await send('getBillingSummary', { subscriptionId }))).toMatchObject({
      frequency: 'month',
      price: { amount: 4_000, currency: 'usd' },
    });
    expectRefusal(await send('previewPlanChange', change), 'plan/same');
    expectRefusal(await send('previewPlanChange', { ...change, ...monthlyUsd }), 'plan/same');
    expectDone(await send('changeSubscriptionPlan', { ...change, ...yearlyUsd }));
    expectRefusal(await send('previewPlanChange', { ...change, ...monthlyUsd }), 'plan/legacy');
  });
});
