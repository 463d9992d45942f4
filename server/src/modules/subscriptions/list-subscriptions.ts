import * as contract from '@hearth/contract';
import { isVisibleTo } from './access.ts';
import type { Charged } from './hooks.ts';
import { type ListedView, listViewsOf } from './membership-store.ts';
import { read } from './operation.ts';
import { adminLevelKeys } from './permission.ts';
import { findPlan } from './plan.ts';
import { seatLimit } from './seats.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Every subscription of the caller, newest first; incomplete ones are their owner's alone. */
export const listSubscriptions = read(
  contract.listSubscriptions,
  async (_input, { db, caller, clock, settings, subscriptionHooks }) => {
    const { uid } = caller;
    const showHoldersTo = adminLevelKeys(settings.permissions);
    const views = await listViewsOf(db, { uid, at: clock.now(), showHoldersTo });
    const visible = views.filter((view) => isVisibleTo(view, uid, settings.permissions));
    const ids = visible.map(({ subscription }) => subscription.id);
    const charged = ids.length === 0 ? [] : await subscriptionHooks.listCharged(db, ids);
    return {
      subscriptions: visible.map((view) => {
        const { id, planId } = view.subscription;
        const isFree = findPlan(settings, planId)?.free === true;
        const found = charged.find(({ subscriptionId }) => subscriptionId === id);
        const isAdmin = showHoldersTo.some((key) => view.held.includes(key));
        return {
          ...toVisibleDocument(view, uid, { settings, charged: found }),
          ...toPeople(view, seatLimit(settings, planId)),
          ...(!isFree && found?.price && { price: found.price }),
          ...(isAdmin && found ? toBilling(view, { charged: found, isFree }) : noBilling),
        };
      }),
    };
  },
);

function toPeople({ seats, firstPeople }: ListedView, limit: number) {
  return {
    seats: { used: seats.members + seats.pending, limit },
    people: { total: seats.members, first: [...firstPeople] },
  };
}

const noBilling = { next_charge: null, owed: null, card: null, needs_confirmation: false };

/** Fields about billing, for admin-level holders. */
function toBilling(
  { subscription: { status } }: ListedView,
  { charged, isFree }: { readonly charged: Charged; readonly isFree: boolean },
) {
  const isOver = status === 'canceled';
  return {
    next_charge: isOver || isFree ? null : toNextCharge(charged),
    owed: isOver ? null : toOwed(charged),
    card: toCard(charged),
    needs_confirmation: !isOver && charged.awaitsPerson,
  };
}

/** Null where the subscription ends before its next period, or becomes free then. */
function toNextCharge({ periodEnd, endsAt, nextTotal, price, scheduled }: Charged) {
  const isLast = (endsAt && periodEnd && endsAt <= periodEnd) || scheduled?.frequency === null;
  const isCharged = periodEnd && price && !isLast;
  return isCharged ? { date: periodEnd.toISOString(), total: nextTotal } : null;
}

/** Null where nothing is owed, and where the sum was not read yet. */
export function toOwed({ owed }: Pick<Charged, 'owed'>) {
  return (
    owed && {
      ...owed.total,
      failed_at: owed.failedAt.toISOString(),
      retry_at: owed.retryAt?.toISOString() ?? null,
      last_try_at: owed.lastTryAt?.toISOString() ?? null,
    }
  );
}

function toCard({ card }: Charged) {
  return (
    card && {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
    }
  );
}
