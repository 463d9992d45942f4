import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { runOnce } from '../intents/run-once.ts';
import { requirePayments } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';

/** Keeps the present plan of a subscription whose change was scheduled, by its owner or at the provider. */
export const undoPlanChange = saga(contract.undoPlanChange, async (input, context) => {
  const { subscriptionId } = input;
  const { payments, caller } = context;

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
        requirePayments(payments);
        const { priceIds, at } = account.scheduled;
        const dropped = { priceIds, at: at.toISOString() };
        return { subscriptionId, request: { kind: 'undo-plan-change', planId, dropped } };
      },
    },
    context,
  );
  return {};
});
