import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changePrices,
  previewChange,
} from '../../../src/modules/billing/providers/sandbox/change-prices.ts';
import type {
  Ledger,
  SandboxInvoice,
} from '../../../src/modules/billing/providers/sandbox/ledger.ts';
import { toProviderSubscription } from '../../../src/modules/billing/providers/sandbox/provider-shapes.ts';
import { createCatalogue } from '../../../src/modules/billing/providers/sandbox/rules/catalogue.ts';
import { toNextTotal } from '../../../src/modules/billing/providers/sandbox/rules/next-total.ts';
import { prorate } from '../../../src/modules/billing/providers/sandbox/rules/proration.ts';
import { startSubscription } from '../../../src/modules/billing/providers/sandbox/subscribing.ts';
import { weekMs } from '../contract/steps.ts';

const startMs = Date.UTC(2026, 2, 2, 9, 30);

const weekly = [999, 1_000, 3_001, 77_777].map(
  (amount) => ({ amount, frequency: 'week' }) as const,
);
const others = [
  { amount: 0, frequency: 'week' },
  { amount: 4_999, frequency: 'month' },
  { amount: 0, frequency: 'month' },
  { amount: 100_001, frequency: 'year' },
] as const;

/** Prices that divide badly, on one to three lines, first those by the week. */
const plans = [...weekly, ...others].map(({ amount, frequency }, index) => ({
  name: `Plan ${index}`,
  priceIds: Array.from({ length: 1 + (index % 3) }, (_, line) => `price_${index}_${line}`),
  frequency,
  total: { amount, currency: 'usd' },
}));

/** A customer in the first period of the plan, as no database has ever seen them. */
function openLedger(planIndex: number, credit: number): Ledger {
  const at = new Date(startMs);
  const card = {
    id: 'pm_1',
    customerId: 'cus_1',
    brand: 'visa',
    last4: '4242',
    behaviour: 'paid' as const,
    expMonth: 12,
    expYear: 2034,
    holder: '',
    authenticated: false,
    createdAt: at,
  };
  const ledger: Ledger = {
    at,
    catalogue: createCatalogue(plans),
    customer: {
      id: 'cus_1',
      reference: 'ours',
      email: 'ada@example.com',
      details: null,
      taxId: null,
      credit,
      defaultCardId: card.id,
      invoicePrefix: 'ABCD',
      invoiceCount: 0,
      createdAt: at,
      removedAt: null,
    },
    cards: [card],
    subscriptions: [],
    invoices: [],
    events: [],
  };
  startSubscription(ledger, {
    key: 'start',
    customerId: 'cus_1',
    subscriptionId: 'ours',
    intentId: 'start',
    priceIds: planOf(planIndex).priceIds,
  });
  return ledger;
}

function planOf(index: number) {
  const plan = plans[index];
  if (!plan) {
    throw new Error(`There is no plan ${index}.`);
  }
  return plan;
}

function subscriptionOf({ subscriptions: [subscription] }: Ledger) {
  if (!subscription) {
    throw new Error('Nothing was started.');
  }
  return subscription;
}

function newest({ invoices }: Ledger): SandboxInvoice {
  const invoice = invoices.at(-1);
  if (!invoice) {
    throw new Error('Nothing was invoiced.');
  }
  return invoice;
}

const planIndex = fc.integer({ min: 0, max: plans.length - 1 });
const paidWeeklyIndex = fc.integer({ min: 0, max: weekly.length - 1 });
const instantMs = fc.integer({ min: 0, max: weekMs });

describe('proration', () => {
  it('rounds half a cent upwards and is exact for large amounts', () => {
    expect(prorate(1, 1, 2)).toBe(1);
    expect(prorate(1, 1, 3)).toBe(0);
    expect(prorate(1_000, weekMs, weekMs)).toBe(1_000);
    expect(prorate(2_000_000_000, weekMs - 1, weekMs)).toBe(1_999_999_997);
  });

  it('charges what the time costs, within a cent per change', () => {
    const changes = fc.array(fc.tuple(paidWeeklyIndex, instantMs), { maxLength: 12 });
    fc.assert(
      fc.property(paidWeeklyIndex, changes, (first, wanted) => {
        const ledger = openLedger(first, 0);
        const inOrder = wanted.toSorted(([, a], [, b]) => a - b);
        let [plan, sinceMs, fairCents] = [first, 0, 0];
        for (const [next, afterMs] of inOrder) {
          fairCents += (planOf(plan).total.amount * (afterMs - sinceMs)) / weekMs;
          changePrices(ledger, {
            providerSubscriptionId: subscriptionOf(ledger).id,
            priceIds: planOf(next).priceIds,
            at: new Date(startMs + afterMs),
          });
          [plan, sinceMs] = [next, afterMs];
        }
        fairCents += (planOf(plan).total.amount * (weekMs - sinceMs)) / weekMs;

        const charged = ledger.invoices.reduce((cents, { amountDue }) => cents + amountDue, 0);
        const paid = charged - ledger.customer.credit;
        expect(Math.abs(paid - fairCents)).toBeLessThanOrEqual(wanted.length + 1e-6);
        expect(ledger.invoices.every(({ status }) => status === 'paid')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('previews 500 random changes to the cent', () => {
    const credit = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 }));
    fc.assert(
      fc.property(fc.tuple(planIndex, planIndex), instantMs, credit, ([from, to], ...rest) => {
        // Nobody moves to the plan they have.
        fc.pre(from !== to);
        const [afterMs, before] = rest;
        const at = new Date(startMs + afterMs);
        const ledger = { ...openLedger(from, before), at };
        const creditBefore = ledger.customer.credit;
        const change = {
          providerSubscriptionId: subscriptionOf(ledger).id,
          priceIds: planOf(to).priceIds,
          at,
        };
        const preview = previewChange(ledger, change);
        expect(ledger.customer.credit).toBe(creditBefore);

        const charge = changePrices(ledger, change);
        const invoice = newest(ledger);
        expect(charge.outcome).toBe('paid');
        expect(invoice.amountDue).toBe(preview.dueNow.amount);
        expect(Math.max(0, 0 - invoice.total)).toBe(preview.credit.amount);
        expect(ledger.customer.credit).toBe(
          creditBefore - invoice.creditUsed + preview.credit.amount,
        );
        expect(toNextTotal(ledger, subscriptionOf(ledger))?.total).toEqual(preview.next);
        const after = toProviderSubscription(ledger, subscriptionOf(ledger));
        expect(after.periodEnd).toEqual(preview.nextAt);
        expect(after.priceIds).toEqual(change.priceIds);
      }),
      { numRuns: 500 },
    );
  });

  it('gives back the credit of a change that is declined', () => {
    const ledger = openLedger(0, 999 + 300);
    for (const card of ledger.cards) {
      Object.assign(card, { behaviour: 'declined' });
    }
    const change = {
      providerSubscriptionId: subscriptionOf(ledger).id,
      priceIds: planOf(3).priceIds,
      at: new Date(startMs),
    };
    expect(changePrices(ledger, change).outcome).toBe('declined');
    expect(newest(ledger)).toMatchObject({ status: 'void', creditUsed: 300 });
    expect(ledger.customer.credit).toBe(300);
  });
});
