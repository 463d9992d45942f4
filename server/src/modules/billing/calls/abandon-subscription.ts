import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import { runOnce } from '../intents/run-once.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { hasPaidInvoice } from '../records/invoice-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';
import { requireProviderForEnding } from './shared/require-provider-for-ending.ts';

/** Gives up a subscription whose first payment was never made. */
export const abandonSubscription = saga(contract.abandonSubscription, async (input, context) => {
  const { subscriptionId } = input;
  if (await hasRunOut(context.view.subscription, context)) {
    return {};
  }
  await runOnce(
    {
      kind: 'abandon',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        await requireProviderForEnding(tx, subscriptionId, context);
        refuseUnless(status === 'incomplete', 'billing/nothing-to-pay');
        return { subscriptionId, request: { kind: 'abandon' } };
      },
    },
    context,
  );
  return {};
});

/** Whether the time for the first payment is over, so that it was given up already. */
async function hasRunOut(
  { id, status }: Subscription,
  { db }: { readonly db: Database },
): Promise<boolean> {
  const account = status === 'canceled' ? await findBillingAccount(db, id) : undefined;
  return account?.providerSubscriptionId != null && !(await hasPaidInvoice(db, id));
}
