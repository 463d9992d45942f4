import type { HearthConfig } from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findPlan } from './plan.ts';
import { countSeats, findComingPlan, findScheduledPrices } from './seat-store.ts';
import type { Subscription } from './subscription.ts';

interface SeatQuestion {
  readonly subscription: Pick<Subscription, 'id' | 'planId'>;
  readonly settings: HearthConfig;
  readonly at: Date;
}

/** How many active members and pending invites the plan allows: null for any number, none on a plan that is gone. */
export function seatLimit(settings: HearthConfig, planId: string): number | null {
  const plan = findPlan(settings, planId);
  return plan ? plan.seats : 0;
}

/** Like `seatLimit`, but infinity for any number, so that it can be compared. */
export function mostSeats(settings: HearthConfig, planId: string): number {
  return seatLimit(settings, planId) ?? Number.POSITIVE_INFINITY;
}

/** Refuses an invite that would take one seat too many. The subscription must be locked. */
export async function requireFreeSeat(tx: Transaction, question: SeatQuestion): Promise<void> {
  const { members, pending, limit } = await readSeats(tx, question);
  const used = members + pending;
  refuseUnless(used < limit, 'seats/full', `${used} of ${limit}`);
  const later = await findScheduledLimit(tx, question);
  refuseUnless(used < later, 'seats/full-after-change', `${used} of ${later}`);
}

/** How many people may be added. The subscription must be locked. */
export async function countFreeSeats(tx: Transaction, question: SeatQuestion): Promise<number> {
  const { members, pending, limit } = await readSeats(tx, question);
  const later = await findScheduledLimit(tx, question);
  return Math.max(Math.min(limit, later) - members - pending, 0);
}

/** Refuses when members alone fill the plan; the seat of an accepted invite was held until now. */
export async function requireHeldSeat(tx: Transaction, question: SeatQuestion): Promise<void> {
  const { members, limit } = await readSeats(tx, question);
  refuseUnless(members < limit, 'seats/full', `${members} of ${limit}`);
}

async function readSeats(tx: Transaction, { subscription, settings, at }: SeatQuestion) {
  const count = await countSeats(tx, { subscriptionId: subscription.id, at });
  const limit = mostSeats(settings, subscription.planId);
  // A person who joins during a change to a smaller plan would have no seat there.
  const coming = await findComingPlan(tx, subscription.id);
  return {
    ...count,
    limit: coming === undefined ? limit : Math.min(limit, mostSeats(settings, coming)),
  };
}

/** Seats of the plan that a scheduled change leads to; unlimited if none is scheduled, or if the configuration lacks its prices. */
async function findScheduledLimit(
  tx: Transaction,
  { subscription, settings }: SeatQuestion,
): Promise<number> {
  const coming = [...(await findScheduledPrices(tx, subscription.id))].sort().join();
  const plan = settings.plans.find(({ prices }) =>
    prices.some(({ priceIds, retired }) =>
      [priceIds, ...retired].some((ids) => [...ids].sort().join() === coming),
    ),
  );
  return plan?.seats ?? Number.POSITIVE_INFINITY;
}
