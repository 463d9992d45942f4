import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderRejected } from '../../../src/modules/billing/index.ts';
import { emptyBucket } from '../../billing/support/card-limits.ts';
import { billingInfo, expectDone, withoutProvider } from '../../billing/support/payment-scenes.ts';
import { countCustomers } from '../../billing/support/sandbox.ts';
import { openTaxedShop } from '../../billing/support/tax-scenes.ts';
import { monthlyYearly, withTrial } from '../../harness/plan-prices.ts';
import {
  createOwnTestApp,
  createTestApp,
  type TestApp,
  type TestSettings,
} from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const monthly = { planId: 'pro', frequency: 'month', currency: 'usd' };
const selling = { ...monthlyYearly(), billing: { cancel: 'now' as const, promotionCodes: true } };

const openShop = (settings: TestSettings = {}) =>
  createOwnTestApp({ product: selling, ...settings });

describe('previewPurchase', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp({ product: selling });
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const preview = (data: object, person = ada, shop = app) =>
    callable(shop, 'previewPurchase', { data, idToken: person.idToken });

  const period = { start: expect.any(String), end: expect.any(String) };
  const ofPro = { plan_id: 'pro', frequency: 'month', quantity: 1, period };

  it('shows what a plan costs now and next, and reserves nothing', async () => {
    const shown = expectDone(await preview(monthly));
    expect(shown).toEqual({
      subtotal: usd(4_000),
      discount: usd(0),
      total: usd(4_000),
      due_now: usd(4_000),
      lines: [{ kind: 'plan', amount: usd(4_000), ...ofPro }],
      next: usd(4_000),
      next_at: expect.any(String),
      promotion: null,
    });
    const aheadMs = Date.parse(String(shown.next_at)) - app.clock.now().getTime();
    expect(Math.round(aheadMs / 86_400_000)).toBeGreaterThanOrEqual(28);
    expect(await countCustomers(app)).toBe(0);
  });

  it.each([
    {
      code: 'half',
      off: 2_000,
      next: 4_000,
      terms: { code: 'HALF', duration: 'once', percent_off: 50 },
    },
    { code: 'FIRST20', off: 800, next: 3_200, terms: { duration: 'repeating', months: 3 } },
    {
      code: 'FIVEOFF',
      off: 500,
      next: 3_500,
      terms: { duration: 'forever', amount_off: usd(500) },
    },
    { code: ' GIFT ', off: 4_000, next: 4_000, terms: { code: 'GIFT', percent_off: 100 } },
  ])('shows what the code $code takes off now and next', async ({ code, off, next, terms }) => {
    const shown = expectDone(await preview({ ...monthly, promotionCode: code }));
    expect(shown).toMatchObject({
      subtotal: usd(4_000),
      discount: usd(off),
      total: usd(4_000 - off),
      due_now: usd(4_000 - off),
      lines: [
        { kind: 'plan', amount: usd(4_000), ...ofPro },
        { kind: 'discount', amount: usd(-off) },
      ],
      next: usd(next),
      promotion: terms,
    });
  });

  it('shows a free plan without asking the provider', async () => {
    const free = { planId: 'free', currency: 'usd' };
    const shown = await withoutProvider(app, () => preview(free));
    expect(expectDone(shown)).toMatchObject({ due_now: usd(0), next: usd(0), next_at: null });
  });

  it.each([
    ['unknown', { ...monthly, promotionCode: 'NO-SUCH-CODE' }],
    ['expired', { ...monthly, promotionCode: 'OLD' }],
    ['of an amount in another currency', { ...monthly, currency: 'eur', promotionCode: 'FIVEOFF' }],
    [
      'with a lowest price in another currency',
      { ...monthly, currency: 'eur', promotionCode: 'FIRST20' },
    ],
    ['for a free plan', { planId: 'free', promotionCode: 'HALF' }],
  ])('refuses a code with billing/code-invalid: %s', async (_name, data) => {
    expectRefusal(await preview(data), 'billing/code-invalid');
  });

  it('refuses a used up code, and one for a first purchase after another', async () => {
    const joan = await createPerson(app);
    const buy = (promotionCode: string) =>
      callable(app, 'createSubscription', {
        data: { ...monthly, promotionCode, billingInfo: billingInfo() },
        idToken: joan.idToken,
      });
    expectDone(await preview({ ...monthly, promotionCode: 'FIRST20' }, joan));
    expectDone(await buy('SINGLE'));
    expectRefusal(await preview({ ...monthly, promotionCode: 'SINGLE' }), 'billing/code-invalid');
    const second = await preview({ ...monthly, promotionCode: 'FIRST20' }, joan);
    expectRefusal(second, 'billing/code-invalid');
    expectDone(await preview({ ...monthly, promotionCode: 'HALF' }, joan));
  });

  it('refuses every code with billing/code-invalid where the configuration has none', async () => {
    const own = await openShop({ product: monthlyYearly() });
    const grace = await createPerson(own);
    const answer = await preview({ ...monthly, promotionCode: 'HALF' }, grace, own);
    expectRefusal(answer, 'billing/code-invalid');
    expectDone(await preview(monthly, grace, own));
  });

  it('refuses with billing/too-many-codes after ten that are invalid, and counts no valid one', async () => {
    const own = await openShop({ env: { RATE_LIMITS: 'on' } });
    const grace = await createPerson(own);
    const attempt = (promotionCode: string) => preview({ ...monthly, promotionCode }, grace, own);
    for (let round = 0; round < 12; round += 1) {
      expectDone(await attempt('HALF'));
    }
    for (let round = 0; round < 10; round += 1) {
      expectRefusal(await attempt(`GUESS-${round}`), 'billing/code-invalid');
    }
    expectRefusal(await attempt('HALF'), 'billing/too-many-codes');
    expectDone(await preview(monthly, grace, own));
    own.clock.advance(60_000);
    expectDone(await attempt('HALF'));
    await emptyBucket(own, { key: 'code network 127.0.0.1', burst: 60, everyMs: 5_000 });
    expectRefusal(await attempt('HALF'), 'billing/too-many-codes');
  });

  it.each([
    ['plan/unknown', { planId: 'platinum' }],
    ['plan/no-such-price', { planId: 'pro', frequency: 'week' }],
    ['plan/price-ambiguous', { planId: 'pro', frequency: 'month' }],
  ] as const)('refuses with %s', async (code, data) => {
    expectRefusal(await preview(data), code);
  });

  it('refuses with plan/legacy', async () => {
    const plans = selling.plans.map((plan) => ({ ...plan, legacy: plan.id === 'pro' }));
    const own = await openShop({ product: { ...selling, plans } });
    const grace = await createPerson(own);
    expectRefusal(await preview(monthly, grace, own), 'plan/legacy');
  });

  it('shows the end of a trial and the first payment, to who had none', async () => {
    const own = await openShop({ product: withTrial() });
    const grace = await createPerson(own);
    const shown = expectDone(await preview(monthly, grace, own));
    expect(shown).toEqual({
      subtotal: usd(0),
      discount: usd(0),
      total: usd(0),
      due_now: usd(0),
      lines: [{ kind: 'trial', amount: usd(0), ...ofPro }],
      next: usd(4_000),
      next_at: shown.trial_end,
      promotion: null,
      trial_end: expect.any(String),
    });
    const aheadMs = Date.parse(String(shown.trial_end)) - own.clock.now().getTime();
    expect(Math.round(aheadMs / 86_400_000)).toBe(14);
    const data = { ...monthly, billingInfo: billingInfo() };
    expectDone(await callable(own, 'createSubscription', { data, idToken: grace.idToken }));
    const second = expectDone(await preview(monthly, grace, own));
    expect(second).toMatchObject({ trial_end: null, due_now: usd(4_000), next: usd(4_000) });
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await openShop({ env: { PAYMENT_PROVIDER: 'none' } });
    const grace = await createPerson(own);
    expectRefusal(await preview(monthly, grace, own), 'billing/not-set-up');
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    const wanted = { ...monthly, promotionCode: 'HALF' };
    const answer = await withoutProvider(app, () => preview(wanted));
    expectRefusal(answer, 'billing/provider-unavailable');
  });

  it('refuses with billing/rejected what the provider will never preview', async () => {
    const own = await openShop({
      payments: (real) => ({
        ...real,
        previewPurchase: () => Promise.reject(new ProviderRejected('No such price.')),
      }),
    });
    const grace = await createPerson(own);
    expectRefusal(await preview(monthly, grace, own), 'billing/rejected');
  });

  it('refuses a tax id in a wrong form with billing/tax-id-invalid, where taxes are computed', async () => {
    const own = await openTaxedShop();
    const grace = await createPerson(own);
    const wanted = { ...monthly, address: { country: 'DE' }, tax_id: 'DE12' };
    expectRefusal(await preview(wanted, grace, own), 'billing/tax-id-invalid');
    expectDone(await preview({ ...wanted, address: { country: 'BR' }, tax_id: '' }, grace, own));
  });

  it('refuses visitors', async () => {
    expectRefusal(
      await callable(app, 'previewPurchase', { data: monthly }),
      'auth/unauthenticated',
    );
  });

  it.each([[null], [{}], [{ ...monthly, promotionCode: '' }], [{ ...monthly, coupon: 'x' }]])(
    'refuses the payload %j',
    async (data) => {
      const { idToken } = ada;
      const answer = await callable(app, 'previewPurchase', { data, idToken });
      expectRefusal(answer, 'request/invalid');
    },
  );
});
