import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlans } from '../../harness/plan-prices.ts';
import { callable, createPerson } from '../../harness/wire-client.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  billingInfo,
  dayMs,
  expectDone,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { beginAtStripe } from '../support/stripe-app.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const trial = { days: 14, card: true };
const plans = readPlans('hearth.json').map((plan) =>
  plan.id === 'pro' ? { ...plan, trial } : plan,
);

describe('a trial at Stripe', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  const begin = () => beginAtStripe(emulator, (real) => real, { plans });

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
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-started', 'trial-ending']);
    await scene.pass(3 * dayMs);
    await settle(app);
    const after = await scene.call('getBillingSummary');
    expect(after.trial_end).toBeUndefined();
    const kinds = await kindsMailed(app, scene.owner());
    expect(kinds).toEqual(['trial-started', 'trial-ending', 'receipt']);
    const project = await readSubscription(app, subscriptionId, scene.owner());
    expect(project.status).toBe('active');
  });

  it('costs nothing now with another plan', async () => {
    const scene = await begin();
    const { trial_end } = await scene.call('getBillingSummary');
    const shown = await scene.call('previewPlanChange', { planId: 'enterprise' });
    expect(shown).toMatchObject({ due_now: usd(0), next: usd(3_000), next_at: trial_end });
    expect(shown.lines).toMatchObject([
      { kind: 'trial', amount: usd(0), plan_id: 'enterprise', period: { end: trial_end } },
    ]);
    await scene.call('changeSubscriptionPlan', { planId: 'enterprise', preview: shown.preview });
    const after = await scene.call('getBillingSummary');
    expect(after).toMatchObject({ plan_id: 'enterprise', trial_end });
    expect(await scene.provider().listInvoices(scene.customerId, 10)).toEqual([]);
  });

  it('begins with a code where a free project becomes paid, and is charged what was shown', async () => {
    const billing = { cancel: 'now' as const, promotionCodes: true };
    const scene = await beginAtStripe(emulator, (real) => real, { plans, billing });
    const { app } = scene;
    const { idToken } = await createPerson(app, 'Grace');
    const created = await callable(app, 'createSubscription', {
      data: { planId: 'free' },
      idToken,
    });
    const subscriptionId = String(expectDone(created).subscriptionId);
    const wanted = { subscriptionId, planId: 'pro', promotionCode: 'HALF' };
    const ask = async (name: string, data: object) =>
      expectDone(await callable(app, name, { data, idToken }));
    const shown = await ask('previewPlanChange', wanted);
    expect(shown).toMatchObject({ due_now: usd(0), next: usd(500), next_at: shown.trial_end });
    const { preview } = shown;
    const billed = billingInfo('pm_card_mastercard');
    const change = { ...wanted, preview, trial: true, billingInfo: billed };
    await ask('changeSubscriptionPlan', change);
    await settle(app);
    expect(await ask('getBillingSummary', { subscriptionId })).toMatchObject({
      plan_id: 'pro',
      trial_end: expect.any(String),
      next_invoice: { total: usd(500) },
    });
  });
});
