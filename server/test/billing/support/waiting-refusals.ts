import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import { billingInfo, expectDone } from './payment-scenes.ts';

/** Expects refusals of a change that waits for the end of the period: once it is scheduled, and before an end. */
export async function expectWaitingRefusals(
  name: 'previewPlanChange' | 'changeSubscriptionPlan',
): Promise<void> {
  const billing = { cancel: 'ask' as const, promotionCodes: false };
  const app = await createOwnTestApp({ product: { ...monthlyYearly(), billing } });
  const { idToken } = await createPerson(app);
  const year = { planId: 'pro', frequency: 'year', currency: 'usd', billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { data: year, idToken });
  const { subscriptionId } = expectDone(bought);
  const ask = (call: string, more: object) =>
    callable(app, call, { data: { subscriptionId, ...more }, idToken });
  const month = { planId: 'pro', frequency: 'month' };
  expectDone(await ask('changeSubscriptionPlan', month));
  const dearer = { ...month, planId: 'enterprise' };
  expectDone(await ask('changeSubscriptionPlan', dearer));
  expectRefusal(await ask(name, { ...dearer, currency: 'usd' }), 'plan/scheduled');
  expectDone(await ask('cancelSubscription', { when: 'period-end' }));
  expectRefusal(await ask(name, month), 'subscription/ending');
}
