import * as contract from '@hearth/contract';
import { findPlan, requireSeesBilling } from '../../subscriptions/index.ts';
import { read } from '../intents/operation.ts';
import { addPeriods, type Period, periodAround } from '../port/rules/period.ts';
import { priceOfItems } from '../port/rules/plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { listSpending } from '../records/ledger-store.ts';

/** Sums what the subscription has cost, period by period. */
export const getSpending = read(contract.getSpending, async (input, context) => {
  const { db, view, settings, clock } = context;
  const { subscriptionId } = input;
  requireSeesBilling(view, 'invoices', settings);
  const { planId, createdAt } = view.subscription;
  const account = await findBillingAccount(db, subscriptionId);
  const [planned] = findPlan(settings, planId)?.prices ?? [];
  const charged = priceOfItems(settings, account?.items) ?? planned;
  const per: 'week' | 'month' = charged?.frequency === 'week' ? 'week' : 'month';
  const periods = listPeriods(findAnchor(account) ?? createdAt, per, clock.now());
  const rows = await listSpending(db, { subscriptionId, periods });
  return {
    currency: rows[0]?.currency ?? account?.price?.currency ?? planned?.currency ?? 'usd',
    per,
    periods: rows.map(({ starts_at, ends_at, paid, unpaid }) => ({
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      paid,
      unpaid,
    })),
  };
});

/** Finds the day on which the subscription is charged: of two neighboring months, at most one is too short for it. */
function findAnchor(account: BillingAccount | undefined): Date | null {
  const { periodStart = null, periodEnd = null } = account ?? {};
  const isClipped = periodStart && periodEnd && periodStart.getUTCDate() < periodEnd.getUTCDate();
  return isClipped ? periodEnd : periodStart;
}

const shownPeriods = 12;

/** Oldest first; the last one is around the instant. */
function listPeriods(anchor: Date, per: contract.Frequency, at: Date): Period[] {
  const first = periodAround(anchor, per, at).count - shownPeriods + 1;
  return Array.from({ length: shownPeriods }, (_, index) => ({
    start: addPeriods(anchor, per, first + index),
    end: addPeriods(anchor, per, first + index + 1),
  }));
}
