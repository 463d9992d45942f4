import type { HearthConfig } from '@hearth/contract';
import * as contract from '@hearth/contract';
import { toPage, toPageQuestion } from '../../platform/page-token.ts';
import type { Caller } from '../identity/index.ts';
import { needsSecondFactor } from './access.ts';
import type { Charged } from './hooks.ts';
import { type ListedView, listViewsOf } from './membership-store.ts';
import { read } from './operation.ts';
import { adminLevelKeys, defaultPermission } from './permission.ts';
import { findPlan } from './plan.ts';
import { seatLimit } from './seats.ts';
import { seesBilling } from './sees-billing.ts';
import { toVisibleDocument } from './visible-document.ts';

const defaultPageSize = 100;

/** A page of the caller's subscriptions, newest first; incomplete ones are their owner's alone. */
export const listSubscriptions = read(
  contract.listSubscriptions,
  async (input, { db, caller, clock, settings, subscriptionHooks }) => {
    const { uid } = caller;
    const { permissions } = settings;
    const showHoldersTo = adminLevelKeys(permissions);
    const asked = toPageQuestion(input, defaultPageSize);
    const question = { uid, at: clock.now(), showHoldersTo, held: defaultPermission(permissions) };
    const rows = await listViewsOf(db, { ...question, ...asked });
    const { page: views, nextPageToken } = toPage(rows, asked.limit, (row) => row.subscription);
    const ids = views.map(({ subscription }) => subscription.id);
    const charged = new Map<string, Charged>();
    for (const one of ids.length === 0 ? [] : await subscriptionHooks.listCharged(db, ids)) {
      charged.set(one.subscriptionId, one);
    }
    return {
      nextPageToken,
      subscriptions: views.map((view) => {
        const { id, planId } = view.subscription;
        const isFree = findPlan(settings, planId)?.free === true;
        const found = charged.get(id);
        const isClosed = isClosedTo(view, { caller, settings });
        const isAdmin = !isClosed && showHoldersTo.some((key) => view.held.includes(key));
        const seesSums = !isClosed && seesBilling(view, 'summary', settings);
        return {
          ...toVisibleDocument(isClosed ? { ...view, holders: undefined } : view, uid, {
            settings,
            charged: isClosed ? undefined : found,
          }),
          ...toPeople(isClosed ? { ...view, firstPeople: [] } : view, seatLimit(settings, planId)),
          ...(seesSums && !isFree && found?.price && { price: found.price }),
          ...noBilling,
          ...(seesSums && found && toNext(view, { charged: found, isFree })),
          ...(isAdmin && found && toBilling(view, found)),
        };
      }),
    };
  },
);

/** Whether it opens to the caller with a second factor only, which this session has not shown. */
function isClosedTo(
  { subscription, held }: ListedView,
  { caller, settings }: { readonly caller: Caller; readonly settings: HearthConfig },
): boolean {
  const { ownerId, requiresSecondFactor } = subscription;
  const standing = { isOwner: ownerId === caller.uid, held, requiresSecondFactor };
  return caller.secondFactor === null && needsSecondFactor(standing, settings);
}

function toPeople({ seats, firstPeople }: ListedView, limit: number | null) {
  return {
    seats: { used: seats.members + seats.pending, limit },
    people: { total: seats.members, first: [...firstPeople] },
  };
}

const noBilling = { next_charge: null, owed: null, card: null, needs_confirmation: false };

function toNext(
  { subscription: { status } }: ListedView,
  { charged, isFree }: { readonly charged: Charged; readonly isFree: boolean },
) {
  const isBegun = status !== 'canceled' && status !== 'incomplete';
  const isCharged = isBegun && (!isFree || paysOnFree(charged));
  return { next_charge: isCharged ? toNextCharge(charged) : null };
}

/** Whether an item is charged that somebody added to a free plan in the provider's dashboard. */
export const paysOnFree = (charged: Pick<Charged, 'price'> | undefined) =>
  (charged?.price?.amount ?? 0) > 0;

/** Fields about billing, for admin-level holders. */
function toBilling({ subscription: { status } }: ListedView, charged: Charged) {
  const isOver = status === 'canceled';
  return {
    owed: isOver ? null : toOwed(charged),
    card: toCard(charged),
    needs_confirmation: !isOver && charged.awaitsPerson,
  };
}

/** Null if the subscription ends before its next period, becomes free then, or is not charged then. */
function toNextCharge({ periodEnd, endsAt, nextTotal, isNextNone, price, scheduled }: Charged) {
  const isLast =
    isNextNone || (endsAt && periodEnd && endsAt <= periodEnd) || scheduled?.frequency === null;
  const isCharged = periodEnd && price && !isLast;
  return isCharged ? { date: periodEnd.toISOString(), total: nextTotal } : null;
}

/** Null if nothing is owed, or if the sum was not read yet. */
export function toOwed({ owed }: Pick<Charged, 'owed'>) {
  return (
    owed && {
      ...owed.total,
      failed_at: owed.failedAt.toISOString(),
      retry_at: owed.retryAt?.toISOString() ?? null,
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
