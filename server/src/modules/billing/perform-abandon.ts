import { findBillingAccount } from './billing-account-store.ts';
import { endRefused } from './end-intent.ts';
import type { IntentOf, IntentOutcome } from './intent.ts';
import type { ProviderSubscription } from './payment-provider.ts';
import { performCancel } from './perform-cancel.ts';
import type { PerformContext } from './perform-context.ts';
import { projectBilling } from './project-billing.ts';
import { requirePayments } from './require-payments.ts';

/** Gives a first payment up, unless the bank has said yes meanwhile. */
export async function performAbandon(
  intent: IntentOf<'abandon'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { subscriptionId } = intent;
  const id = (await findBillingAccount(context.db, subscriptionId))?.providerSubscriptionId;
  if (id) {
    const paying = { ...context, payments: requirePayments(context.payments) };
    const waiting = await paying.payments.readSubscription(id);
    if (waiting && isThrough(waiting)) {
      const outcome = await endRefused(intent, 'billing/nothing-to-pay', context);
      await projectBilling(subscriptionId, paying);
      return outcome;
    }
  }
  return await performCancel(intent, context);
}

function isThrough({ status }: ProviderSubscription): boolean {
  return status !== 'incomplete' && status !== 'canceled';
}
