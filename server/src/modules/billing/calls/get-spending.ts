import * as contract from '@hearth/contract';
import { findPlan } from '../../subscriptions/index.ts';
import { listSpending } from '../records/spending-store.ts';
import { read } from './shared/operation.ts';

/** Sums what the subscription has cost, period by period. */
export const getSpending = read(contract.getSpending, async (input, context) => {
  const { db, view, settings, clock } = context;
  const { subscriptionId } = input;
  const rows = await listSpending(db, { subscriptionId, at: clock.now() });
  const planned = findPlan(settings, view.subscription.planId)?.prices[0]?.currency ?? 'usd';
  return {
    currency: rows[0]?.currency ?? planned,
    periods: rows.map(({ starts_at, ends_at, paid, unpaid }) => ({
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      paid,
      unpaid,
    })),
  };
});
