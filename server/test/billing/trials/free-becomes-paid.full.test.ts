import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CodeRefused } from '../../../src/modules/billing/port/payment-provider.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { chosenFaults, faultsOf, newKey, recover } from '../support/crash-steps.ts';
import { kindsMailed, moneyMailsTo } from '../support/money-mails.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { atProvider, billingInfo, expectDone, settle } from '../support/payment-scenes.ts';
import { beginTrial, buy, forgetCards, openTrialShop, proMonth } from '../support/trial-scene.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const mastercard = billingInfo('pm_card_mastercard');
const enterprise = { planId: 'enterprise', frequency: 'month', currency: 'usd' };
const billing = { cancel: 'ask' as const, promotionCodes: true };

/** A verified person's project on Free, with the calls that its owner makes. */
async function beginFree(app: TestApp, person?: Person) {
  const owner = person ?? (await createVerifiedPerson(app));
  const { idToken } = owner;
  const created = await callable(app, 'createSubscription', { data: { planId: 'free' }, idToken });
  const subscriptionId = String(expectDone(created).subscriptionId);
  const ask = (name: string, more: object, headers: Record<string, string> = {}) =>
    callable(app, name, { data: { subscriptionId, ...proMonth, ...more }, idToken, headers });
  return {
    owner,
    subscriptionId,
    preview: async (more: object = {}) => expectDone(await ask('previewPlanChange', more)),
    refusePreview: (more: object) => ask('previewPlanChange', more),
    change: (more: object = {}, headers?: Record<string, string>) =>
      ask('changeSubscriptionPlan', { billingInfo: billingInfo(), ...more }, headers),
    summary: async () => {
      const data = { subscriptionId };
      return expectDone(await callable(app, 'getBillingSummary', { data, idToken }));
    },
  };
}

async function dueOf(app: TestApp, subscriptionId: string): Promise<number[]> {
  const { invoices } = await atProvider(app, subscriptionId);
  return invoices.map(({ due }) => due);
}

describe('a free project that becomes paid', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTrialShop();
  });
  beforeEach(() => forgetCards(app));
  afterAll(() => app.close());

  it.each([
    { code: {}, next: 4_000 },
    { code: { promotionCode: 'half' }, next: 2_000 },
    { code: { promotionCode: 'FIRST20' }, next: 3_200 },
  ])('begins with its trial, and is charged what was shown: $code', async ({ code, next }) => {
    const project = await beginFree(app);
    const shown = await project.preview(code);
    expect(shown).toMatchObject({ due_now: usd(0), discount: usd(0), next: usd(next) });
    expect(shown.next_at).toBe(shown.trial_end);
    const aheadMs = Date.parse(String(shown.trial_end)) - app.clock.now().getTime();
    expect(Math.round(aheadMs / 86_400_000)).toBe(14);
    const { preview } = shown;
    expectDone(await project.change({ ...code, preview, trial: true }));
    await settle(app);
    expect(await dueOf(app, project.subscriptionId)).toEqual([0]);
    expect(await project.summary()).toMatchObject({
      plan_id: 'pro',
      status: 'active',
      trial_end: expect.any(String),
      next_invoice: { total: usd(next) },
    });
    const [mail] = await moneyMailsTo(app, project.owner);
    expect(mail?.text).toMatch(/Trial: until \w+ \d+, \d{4}; nothing is charged before that\s+day/);
    expect(mail?.text).toContain(`Next charge: $${next / 100}.00`);
    expect(mail?.text).not.toContain('Charged now');
  });

  it('without a trial pays less with a code, now and next', async () => {
    const project = await beginFree(app);
    const code = { ...enterprise, promotionCode: 'FIVEOFF' };
    const shown = await project.preview(code);
    expect(shown).toMatchObject({
      due_now: usd(11_500),
      discount: usd(500),
      next: usd(11_500),
      promotion: { code: 'FIVEOFF' },
    });
    expect(shown).not.toHaveProperty('trial_end');
    expectDone(await project.change({ ...code, preview: shown.preview }));
    expect(await dueOf(app, project.subscriptionId)).toEqual([11_500]);
  });

  it('is held to the sum after the trial that was shown', async () => {
    const project = await beginFree(app);
    const { preview } = await project.preview();
    const other = await project.change({ preview, trial: true, promotionCode: 'HALF' });
    expectRefusal(other, 'billing/preview-outdated');
    expect((await project.preview()).trial_end).toEqual(expect.any(String));
  });

  it('whose owner had a trial pays, and nothing is charged to who was shown another one', async () => {
    const project = await beginFree(app);
    expectDone(await buy(app, project.owner, { billingInfo: mastercard }));
    expect(await project.preview()).toMatchObject({ due_now: usd(4_000), trial_end: null });
    expectRefusal(await project.change({ trial: true }), 'billing/trial-used');
    expect((await project.summary()).plan_id).toBe('free');
    expectDone(await project.change());
    expect(await dueOf(app, project.subscriptionId)).toEqual([4_000]);
  });

  it('whose card had a trial is refused, stays free, and then pays', async () => {
    expectDone(await buy(app, await createVerifiedPerson(app)));
    const project = await beginFree(app);
    const { preview } = await project.preview();
    expectRefusal(await project.change({ preview, trial: true }), 'billing/trial-used');
    expect(await project.summary()).toMatchObject({ plan_id: 'free', status: 'active' });
    expect((await atProvider(app, project.subscriptionId)).invoices).toEqual([]);
    const now = await project.preview();
    expect(now).toMatchObject({ due_now: usd(4_000), trial_end: null });
    expectDone(await project.change({ preview: now.preview }));
    expect(await dueOf(app, project.subscriptionId)).toEqual([4_000]);
  });

  it('of two that begin at a time, only one has the trial', async () => {
    const one = await beginFree(app);
    const [changed, bought] = await Promise.all([
      one.change({ trial: true }),
      buy(app, one.owner, { billingInfo: mastercard, trial: true }),
    ]);
    const refused = [changed, bought].filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(1);
    expectRefusal(refused[0] ?? expect.fail(), 'billing/trial-used');
  });

  it('redeems a code for first purchases once, with a purchase at the same time', async () => {
    const promotionCode = 'FIRST20';
    const one = await beginFree(app);
    const answers = await Promise.all([
      one.change({ promotionCode }),
      buy(app, one.owner, { billingInfo: mastercard, promotionCode }),
    ]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(1);
    expectRefusal(refused[0] ?? expect.fail(), 'billing/code-invalid');
    const late = await beginFree(app, one.owner);
    expectRefusal(await late.refusePreview({ promotionCode }), 'billing/code-invalid');
  });

  it('takes a code only for its first payment', async () => {
    const project = await beginFree(app);
    expectDone(await project.change({ trial: true }));
    for (const planId of ['enterprise', 'free']) {
      const other = { ...enterprise, planId, promotionCode: 'HALF' };
      expectRefusal(await project.refusePreview(other), 'billing/code-invalid');
      expectRefusal(await project.change(other), 'billing/code-invalid');
    }
    expectRefusal(await project.change({ ...enterprise, trial: true }), 'billing/trial-used');
    const shown = await project.preview({ ...enterprise });
    expect(shown).not.toHaveProperty('promotion');
    expectRefusal(await project.refusePreview({ promotionCode: 'NO-SUCH' }), 'plan/same');
  });

  it('whose bank wants the holder of the card begins all the same', async () => {
    const project = await beginFree(app);
    const info = billingInfo('pm_card_authenticationRequiredOnSetup');
    const done = expectDone(await project.change({ billingInfo: info, trial: true }));
    expect(done.clientSecret).toMatch(/^seti_/);
    expect(await project.summary()).toMatchObject({ plan_id: 'pro', status: 'active' });
  });
});

describe('a project that is back on Free after a trial', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTrialShop();
  });
  afterAll(() => app.close());

  it.each([
    { when: 'within it', days: 1, dueNow: 0 },
    { when: 'after its end', days: 20, dueNow: 4_000 },
  ])('and becomes paid again $when: has no other trial and no code', async ({ days, dueNow }) => {
    const scene = await beginTrial(app);
    const { trial_end } = await scene.project();
    const change = async (data: object) => {
      const shown = expectDone(await scene.call('previewPlanChange', data));
      const { preview } = shown;
      expectDone(await scene.call('changeSubscriptionPlan', { ...data, preview }));
      return shown;
    };
    const onFree = await change({ planId: 'free' });
    expect(onFree).not.toHaveProperty('running_trial_end');
    expect(onFree.lines).toEqual([]);
    await scene.passDays(days);
    const code = { ...proMonth, promotionCode: 'HALF' };
    expectRefusal(await scene.call('previewPlanChange', code), 'billing/code-invalid');
    const shown = await change(proMonth);
    expect(shown).toMatchObject({ due_now: usd(dueNow), next: usd(4_000) });
    expect([shown.trial_end, shown.promotion]).toEqual([undefined, undefined]);
    expect(shown.running_trial_end).toBe(dueNow === 0 ? trial_end : undefined);
    expect((await scene.project()).trial_end).toBe(dueNow === 0 ? trial_end : undefined);
  });
});

describe('a free project whose code is used up at the moment of the charge', () => {
  it('stays free, and has its trial later', async () => {
    const product = { ...withTrial(), billing };
    let isUsedUp = true;
    const app = await createOwnTestApp({
      product,
      payments: (real) => ({
        ...real,
        startSubscription: (wanted) =>
          isUsedUp ? Promise.reject(new CodeRefused('Used up.')) : real.startSubscription(wanted),
      }),
    });
    const project = await beginFree(app);
    const code = { promotionCode: 'HALF', trial: true };
    expectRefusal(await project.change(code), 'billing/code-invalid');
    expect(await project.summary()).toMatchObject({ plan_id: 'free', status: 'active' });
    isUsedUp = false;
    expectDone(await project.change({ trial: true }));
  });
});

describe('after a failure between any two steps, a free project with a trial and a code', () => {
  let app: TestApp;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, product: { ...withTrial(), billing }, logger: false });
  });
  afterAll(() => app.close());

  async function begin(fault?: Fault) {
    await forgetCards(app);
    const project = await beginFree(app);
    const headers = { 'idempotency-key': newKey() };
    const send = () => project.change({ promotionCode: 'HALF', trial: true }, headers);
    return { project, send, work: await withFault(fault, send) };
  }

  it.each(chosenFaults)(
    'begins one, with its discount: $kind $moment ($place)',
    async (fault) => {
      const each = await faultsOf(fault, async () => (await begin()).work);
      for (const one of each) {
        const { project, send } = await begin(one);
        await recover(app);
        expectDone(await send());
        const { subscriptions } = await atProvider(app, project.subscriptionId);
        expect(subscriptions).toEqual(['trialing']);
        expect(await project.summary()).toMatchObject({
          plan_id: 'pro',
          next_invoice: { total: usd(2_000) },
        });
        const { rows } = await sql`
          select kind from trials where subscription_id = ${project.subscriptionId}`.execute(
          app.db,
        );
        expect(rows).toHaveLength(3);
        const kinds = await kindsMailed(app, project.owner);
        expect(kinds).toEqual(['plan-changed', 'trial-started']);
      }
      expect(await findDrift(app)).toEqual([]);
    },
    600_000,
  );
});
