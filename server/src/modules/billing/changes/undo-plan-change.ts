import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { type Kind, ofSetting } from '../intents/kind.ts';
import { saga } from '../intents/operation.ts';
import { runOnce } from '../intents/run-once.ts';
import { isSamePlan } from '../port/price-item.ts';
import { requirePaying, requirePayments } from '../port/require-payments.ts';
import { isGivenPlan } from '../port/rules/given-plan.ts';
import { notifyUndone } from '../projection/notify-scheduled.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf } from '../records/intent.ts';
import { nextReading } from '../records/reading-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { readCharged } from './shared/read-charged.ts';

/** Keeps the present plan of a subscription whose change was scheduled, by its owner or at the provider. */
export const undoPlanChange = saga(contract.undoPlanChange, async (input, context) => {
  const { subscriptionId } = input;
  const { payments, caller, settings } = context;

  await runOnce(
    {
      kind: 'undo-plan-change',
      input,
      subscriptionId,
      async begin(tx) {
        const { status, planId } = await lockOwnedSubscription(tx, subscriptionId, caller);
        refuseIf(status === 'canceled', 'subscription/canceled');
        const account = await findBillingAccount(tx, subscriptionId);
        refuseUnless(account?.scheduled, 'plan/not-scheduled');
        if (isGivenPlan(account, settings)) {
          // Nobody has agreed to pay for it yet, and it renews at its price then.
          refuseUnless(account.card, 'billing/card-missing');
          refuseUnless(account.details, 'billing/details-incomplete');
        }
        requirePayments(payments);
        const { items, at } = account.scheduled;
        const dropped = { items, at: at.toISOString() };
        return { subscriptionId, request: { kind: 'undo-plan-change', planId, dropped } };
      },
    },
    context,
  );
  return {};
});

/** Drops the scheduled plan change. It expires, because the owner may have got used to the change meanwhile. */
export const planChangeUndo: Kind<RequestOf<'undo-plan-change'>> = {
  async perform({ keyBase, subscriptionId, request }, context) {
    const { db, payments } = requirePaying(context);
    const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!charged) {
      return { outcome: { refusal: { code: 'plan/not-scheduled' } } };
    }
    const reading = await nextReading(db);
    const after = await payments.dropScheduled({ key: `${keyBase}-drop-${charged}`, id: charged });
    const read = { charged: after, reading };
    if (after.status === 'canceled') {
      return { outcome: { refusal: { code: 'subscription/canceled' } }, read };
    }
    const { planId, dropped } = request;
    if (isSamePlan(after.items, dropped.items)) {
      // The period has ended first, and the plan has changed.
      return { outcome: { refusal: { code: 'plan/not-scheduled' } }, read };
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.plan-change-undone',
      details: { takes_effect_at: dropped.at },
      apply: (tx) => notifyUndone(tx, { subscriptionId, planId }, context),
      read,
    };
  },
  async wasDone({ subscriptionId }, context) {
    const found = await readCharged(subscriptionId, context);
    return found !== undefined && !found.scheduled;
  },
  ...ofSetting,
};
