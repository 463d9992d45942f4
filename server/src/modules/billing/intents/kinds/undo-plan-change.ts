import { arePrices } from '../../port/plan.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { notifyUndone } from '../../projection/notify-scheduled.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { RequestOf } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';
import { type Kind, keyLifeMs } from '../kind.ts';
import { readCharged } from '../read-charged.ts';

/** Drops the scheduled plan change. It expires, because the owner may have got used to the change meanwhile. */
export const undoPlanChange: Kind<RequestOf<'undo-plan-change'>> = {
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
    if (arePrices(after.priceIds, dropped.priceIds)) {
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
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: false,
  usesCard: () => false,
};
