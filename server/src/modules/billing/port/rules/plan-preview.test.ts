import { describe, expect, it } from 'vitest';
import { itemsOf } from './plan.ts';
import { createPlanPreviews, type PlanPreview, type PreviewedChange } from './plan-preview.ts';

const secretKey = 's'.repeat(32);
const previews = createPlanPreviews(secretKey);

const change: PreviewedChange = {
  accountId: 'ada',
  subscriptionId: 's1',
  planId: 'enterprise',
  items: itemsOf({ priceIds: ['price_2', 'price_3'] }),
  fromItems: itemsOf({ priceIds: ['price_1'] }),
};

const preview: PlanPreview = {
  at: new Date('2026-11-21T10:00:00.000Z'),
  dueNow: { amount: 1_143, currency: 'usd' },
  credit: { amount: 0, currency: 'usd' },
  expiresAt: new Date('2026-11-21T10:10:00.000Z'),
};

describe('a signed preview', () => {
  const token = previews.sign(change, preview);

  it('is read as it was written, also after a restart', () => {
    expect(createPlanPreviews(secretKey).verify(change, token)).toEqual(preview);
  });

  it.each<Partial<PreviewedChange>>([
    { accountId: 'grace' },
    { subscriptionId: 's2' },
    { planId: 'pro' },
    { items: itemsOf({ priceIds: ['price_2'] }) },
    { fromItems: itemsOf({ priceIds: ['price_0'] }) },
    { fromItems: [{ role: 'plan', price: 'price_1', quantity: 2 }] },
    {
      items: itemsOf({ priceIds: ['price_2'] }),
      fromItems: itemsOf({ priceIds: ['price_3', 'price_1'] }),
    },
  ])('is not valid for another change: %o', (other) => {
    expect(previews.verify({ ...change, ...other }, token)).toBeUndefined();
  });

  it('is not valid under another secret key', () => {
    expect(createPlanPreviews('t'.repeat(32)).verify(change, token)).toBeUndefined();
  });

  it.each(['dueNow', 'credit', 'at', 'expiresAt'])('is not valid with another %s', (field) => {
    const [cost = '', signature] = token.split('.');
    const written = JSON.parse(Buffer.from(cost, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...written, [field]: 1 })).toString('base64url');
    expect(previews.verify(change, `${forged}.${signature}`)).toBeUndefined();
  });
});
