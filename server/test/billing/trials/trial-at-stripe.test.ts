import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlans } from '../../harness/plan-prices.ts';
import {
  hasStandIn,
  type StripeStandIn,
  startStandIn,
} from '../../payment-provider/stripe/stand-in.ts';
import { kindsMailed } from '../support/money-mails.ts';
import { dayMs, readSubscription, settle } from '../support/payment-scenes.ts';
import { beginAtStripe } from '../support/stripe-app.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const trial = { days: 14, card: true };
const plans = readPlans('hearth.json').map((plan) =>
  plan.id === 'pro' ? { ...plan, trial } : plan,
);

describe.skipIf(!hasStandIn)('a trial at Stripe', () => {
  let standIn: StripeStandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.stop());

  const begin = () => beginAtStripe(standIn, (real) => real, { plans });

  it('is shown with its first payment, told three days ahead, and paid at its end', async () => {
    const scene = await begin();
    const { app, subscriptionId } = scene;
    const { trial_end, ...summary } = await scene.call('getBillingSummary');
    expect(trial_end).toEqual(expect.any(String));
    expect(summary).toMatchObject({
      status: 'active',
      next_invoice: { date: trial_end, total: usd(1_000) },
    });
    await scene.pass(12 * dayMs);
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-ending']);
    await scene.pass(3 * dayMs);
    await settle(app);
    const after = await scene.call('getBillingSummary');
    expect(after.trial_end).toBeUndefined();
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-ending', 'receipt']);
    const project = await readSubscription(app, subscriptionId, scene.owner());
    expect(project.status).toBe('active');
  });

  it('costs nothing now with another plan', async () => {
    const scene = await begin();
    const { trial_end } = await scene.call('getBillingSummary');
    const shown = await scene.call('previewPlanChange', { planId: 'enterprise' });
    expect(shown).toMatchObject({ due_now: usd(0), next: usd(3_000), next_at: trial_end });
    await scene.call('changeSubscriptionPlan', { planId: 'enterprise', preview: shown.preview });
    const after = await scene.call('getBillingSummary');
    expect(after).toMatchObject({ plan_id: 'enterprise', trial_end });
    expect(await scene.provider().listInvoices(scene.customerId, 10)).toEqual([]);
  });
});
