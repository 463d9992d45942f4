import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import type { RunOnceContext } from '../intents/begin-intent.ts';
import { runOnce } from '../intents/run-once.ts';
import { owes } from '../port/owes.ts';
import { requirePayments } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';
import { requireProviderForEnding } from './shared/require-provider-for-ending.ts';

type Input = contract.InputOf<typeof contract.cancelSubscription>;

/** Ends the subscription, immediately or with its paid period. */
export const cancelSubscription = saga(contract.cancelSubscription, async (input, context) => {
  await (input.when === 'period-end' ? endLater(input, context) : endNow(input, context));
  return {};
});

async function endNow(input: Input, context: RunOnceContext): Promise<void> {
  const { subscriptionId, confirmationId } = input;
  refuseUnless(confirmationId === subscriptionId, 'billing/wrong-confirmation');

  await runOnce(
    {
      kind: 'cancel',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        refuseIf(status === 'canceled', 'subscription/canceled');
        await requireProviderForEnding(tx, subscriptionId, context);
        return { subscriptionId, request: { kind: 'cancel' } };
      },
    },
    context,
  );
}

async function endLater(input: Input, context: RunOnceContext): Promise<void> {
  const { subscriptionId, confirmationId = subscriptionId } = input;
  refuseIf(context.settings.billing.cancel === 'now', 'subscription/only-now');
  refuseUnless(confirmationId === subscriptionId, 'billing/wrong-confirmation');

  await runOnce(
    {
      kind: 'end-at-period-end',
      input,
      subscriptionId,
      async begin(tx) {
        const subscription = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        await requireEndable(tx, subscription, context);
        return { subscriptionId, request: { kind: 'end-at-period-end' } };
      },
    },
    context,
  );
}

/** Refuses where no paid period is running whose end could be waited for. */
async function requireEndable(
  tx: Transaction,
  subscription: Subscription,
  { settings, payments }: RunOnceContext,
): Promise<void> {
  const { id, planId, status } = subscription;
  refuseIf(status === 'canceled', 'subscription/canceled');
  const account = await findBillingAccount(tx, id);
  const isCharged =
    account?.providerSubscriptionId != null && !account.isPending && status !== 'incomplete';
  const isFree = findPlan(settings, planId)?.free === true;
  refuseUnless(isCharged && !isFree, 'subscription/nothing-to-end');
  requirePayments(payments);
  refuseIf(owes(subscription), 'billing/payment-open');
  refuseIf(account?.endsAt != null, 'subscription/ending');
}
