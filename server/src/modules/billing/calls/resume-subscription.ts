import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { findPlan } from '../../subscriptions/index.ts';
import { runOnce } from '../intents/run-once.ts';
import { requirePayments } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';

/** Keeps a subscription that was going to end, whether its owner or the provider's operator had set that. */
export const resumeSubscription = saga(contract.resumeSubscription, async (input, context) => {
  const { subscriptionId } = input;
  const { settings, payments, caller } = context;

  await runOnce(
    {
      kind: 'resume',
      input,
      subscriptionId,
      async begin(tx) {
        const { status, planId } = await lockOwnedSubscription(tx, subscriptionId, caller);
        refuseIf(status === 'canceled', 'subscription/canceled');
        const account = await findBillingAccount(tx, subscriptionId);
        // On Free, an end at the provider does not end the project.
        const isEnding = account?.endsAt != null && findPlan(settings, planId)?.free !== true;
        refuseUnless(isEnding, 'subscription/not-ending');
        requirePayments(payments);
        return { subscriptionId, request: { kind: 'resume' } };
      },
    },
    context,
  );
  return {};
});
