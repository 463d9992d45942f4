import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CodeRefused } from '../../../src/modules/billing/port/payment-provider.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { createVerifiedPerson, expectRefusal } from '../../harness/wire-client.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import { atProvider, countRows, expectDone, listChargeable } from '../support/payment-scenes.ts';
import { beginTrial, buy, forgetCards, openTrialShop, preview } from '../support/trial-scene.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const minutes = 1 / 1_440;
const selling = (days: number) => ({
  plans: withTrial().plans.map((plan) => ({
    ...plan,
    ...(plan.trial && { trial: { ...plan.trial, days } }),
  })),
  billing: { cancel: 'now' as const, promotionCodes: true },
});

async function chargedOf(app: TestApp, subscriptionId: string): Promise<number[]> {
  const { invoices } = await atProvider(app, subscriptionId);
  return invoices.map(({ due }) => due);
}

describe('a trial with a promotion code', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTrialShop();
  });
  beforeEach(() => forgetCards(app));
  afterAll(() => app.close());

  it.each([
    { promotionCode: 'HALF', first: 2_000, second: 4_000, told: 'we will charge $20.00' },
    { promotionCode: 'FIRST20', first: 3_200, second: 3_200, told: 'we will charge $32.00' },
    { promotionCode: 'FIVEOFF', first: 3_500, second: 3_500, told: 'we will charge $35.00' },
    { promotionCode: 'GIFT', first: 0, second: 4_000, told: 'Nothing is due for the first period' },
  ])('charges what $promotionCode was shown to leave', async ({ promotionCode, ...charges }) => {
    const { first, second, told } = charges;
    const shown = await preview(app, await createVerifiedPerson(app), { promotionCode });
    expect(shown).toMatchObject({
      due_now: usd(0),
      discount: usd(0),
      next: usd(first),
      next_at: shown.trial_end,
      promotion: { code: promotionCode },
    });
    const wanted = { promotionCode, trial: true, dueNow: usd(0), next: shown.next };
    const scene = await beginTrial(app, wanted);
    const { subscriptionId } = scene;
    expect(await chargedOf(app, subscriptionId)).toEqual([0]);
    expect(await scene.summary()).toMatchObject({ next_invoice: { total: usd(first) } });
    await scene.passDays(12);
    const mails = await moneyMailsTo(app, scene.owner());
    expect(mails.map(({ kind }) => kind)).toEqual(['trial-started', 'trial-ending']);
    for (const { text } of mails) {
      expect(text).toContain(told);
    }
    await scene.passDays(2 + minutes);
    await scene.passDays(32);
    expect(await chargedOf(app, subscriptionId)).toEqual([0, first, second]);
  });

  it('says until when the months of a code run, which begin with the trial', async () => {
    const ada = await createVerifiedPerson(app);
    const { promotion } = await preview(app, ada, { promotionCode: 'FIRST20' });
    const { ends_at } = promotion as { ends_at: string };
    const aheadMs = Date.parse(ends_at) - app.clock.now().getTime();
    expect(Math.round(aheadMs / 86_400_000)).toBeGreaterThanOrEqual(89);
    expect(Math.round(aheadMs / 86_400_000)).toBeLessThanOrEqual(92);
  });

  it('is refused where another sum would be charged after it than was shown', async () => {
    const ada = await createVerifiedPerson(app);
    const before = await countRows(app, 'trials');
    const wanted = { promotionCode: 'HALF', trial: true, next: usd(1_999) };
    expectRefusal(await buy(app, ada, wanted), 'billing/preview-outdated');
    expectRefusal(await buy(app, ada, { next: usd(3_999) }), 'billing/preview-outdated');
    expect(await countRows(app, 'trials')).toBe(before);
    expectDone(await buy(app, ada, { trial: true, next: usd(4_000) }));
  });
});

describe('a promotion code and a trial that do not fit', () => {
  it('are refused together where the months of the code are over with the trial', async () => {
    const app = await createOwnTestApp({ product: selling(100) });
    const ada = await createVerifiedPerson(app);
    expect(await preview(app, ada)).toMatchObject({ next: usd(4_000), due_now: usd(0) });
    const promotionCode = 'FIRST20';
    await expect(preview(app, ada, { promotionCode })).rejects.toThrow('billing/code-invalid');
    expectRefusal(await buy(app, ada, { promotionCode }), 'billing/code-invalid');
    expect(await countRows(app, 'trials')).toBe(0);
    expect(await listChargeable(app, ada)).toEqual([]);
  });

  it('leave nothing behind where the provider has dropped the discount and gives none again', async () => {
    const app = await createOwnTestApp({
      product: selling(14),
      payments: (real) => ({
        ...real,
        keepDiscount: () => Promise.reject(new CodeRefused('The coupon is used up.')),
      }),
    });
    const ada = await createVerifiedPerson(app);
    const refused = await buy(app, ada, { promotionCode: 'HALF', trial: true });
    expectRefusal(refused, 'billing/code-invalid');
    expect(await listChargeable(app, ada)).toEqual([]);
    expect(await countRows(app, 'trials')).toBe(0);
    expectDone(await buy(app, ada, { trial: true, next: usd(4_000) }));
  });
});
