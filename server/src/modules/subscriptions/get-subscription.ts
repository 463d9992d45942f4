import * as contract from '@hearth/contract';
import { read, withHolders } from './operation.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Reads subscriptions/{id}. */
export const getSubscription = withHolders(
  read(contract.getSubscription, async (_input, context) => {
    const { db, view, caller, settings, subscriptionHooks, entitlements } = context;
    const [charged] = await subscriptionHooks.listCharged(db, [view.subscription.id]);
    const limits = entitlements.limitsOf(view.subscription);
    const used = await subscriptionHooks.countUsed(db, view.subscription.id);
    return {
      ...toVisibleDocument(view, caller.uid, { settings, charged }),
      ...(Object.keys(limits).length > 0 && { limits }),
      ...(used && { used: { ...used } }),
    };
  }),
);
