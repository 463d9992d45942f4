import { describe, expect, it } from 'vitest';
import type { IntentRequest } from './intent.ts';
import { toRequest, toStoredRequest } from './stored-request.ts';

const plan = { id: 'pro', priceIds: ['price_pro_month'], free: false, currency: 'usd' };
const create = { kind: 'create', plan, email: 'ada@example.com', payer: null } as const;
const change = {
  kind: 'change-plan',
  plan,
  fromPlanId: 'free',
  email: 'ada@example.com',
  at: '2026-11-23T10:00:00.000Z',
} as const;

/** Kinds that version 0.1 carries out. */
const kindsOfVersion01 = ['create', 'change-plan', 'cancel', 'abandon', 'forget-payer'];

describe('the request of an intent in its row', () => {
  it.each<[string, IntentRequest]>([
    ['a trial', { ...create, trialDays: 14 }],
    ['a discount', { ...create, discountId: 'promo_half' }],
    ['taxes', { ...create, isTaxed: true }],
    ['taxes of a first payment', { ...change, isTaxed: true }],
    ['a later instant', { ...change, takesEffectAt: '2026-12-23T10:00:00.000Z' }],
  ])('with %s: has a kind that version 0.1 does not know, and is read as it was', (_, request) => {
    const stored = toStoredRequest(request);
    expect(kindsOfVersion01).not.toContain(stored.kind);
    expect(toRequest(stored)).toEqual(request);
  });

  it.each<[IntentRequest]>([[create], [change], [{ kind: 'cancel' }]])(
    'of earlier terms: stays as it is (%o)',
    (request) => {
      expect(toStoredRequest(request)).toBe(request);
      expect(toRequest(request)).toBe(request);
    },
  );
});
