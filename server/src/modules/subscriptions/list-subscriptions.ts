import * as contract from '@hearth/contract';
import { isVisibleTo } from './access.ts';
import type { Charged } from './hooks.ts';
import { listViewsOf } from './membership-store.ts';
import { read } from './operation.ts';
import { adminLevelKeys } from './permission.ts';
import { findPlan } from './plan.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Every subscription of the caller, newest first; incomplete ones are their owner's alone. */
export const listSubscriptions = read(
  contract.listSubscriptions,
  async (_input, { db, caller, settings, subscriptionHooks }) => {
    const showHoldersTo = adminLevelKeys(settings.permissions);
    const views = await listViewsOf(db, { uid: caller.uid, showHoldersTo });
    const visible = views.filter((view) => isVisibleTo(view, caller.uid, settings.permissions));
    const ids = visible.map(({ subscription }) => subscription.id);
    const charged = ids.length === 0 ? [] : await subscriptionHooks.listCharged(db, ids);
    return {
      subscriptions: visible.map((view) => {
        const { id, planId } = view.subscription;
        const isFree = findPlan(settings, planId)?.free === true;
        const found = charged.find(({ subscriptionId }) => subscriptionId === id);
        return { ...toVisibleDocument(view, caller.uid), ...(!isFree && toCharge(found)) };
      }),
    };
  },
);

function toCharge(charged: Charged | undefined) {
  const { price, endsAt } = charged ?? {};
  return { ...(price && { price }), ...(endsAt && { cancel_at: endsAt.toISOString() }) };
}
