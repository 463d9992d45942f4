import type { PayingContext, PerformContext } from '../../port/billing-services.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { projectBilling } from '../../projection/project-billing.ts';
import { findSettledAccount } from '../../projection/settled-account.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { endIntent } from '../settle-intent.ts';

/** After a transfer, or once the owner is gone: whatever the old owner has with the provider is taken away, or of no use any more. */
export async function performForgetPayer(
  intent: IntentOf<'forget-payer'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId, request } = intent;
  const outcome = { result: { subscriptionId } };
  const customerId = (await findBillingAccount(context.db, subscriptionId))?.customerId;
  const paying = customerId ? requirePaying(context) : undefined;
  // With a customer whom somebody has removed there all of it went.
  if (customerId && paying && (await paying.payments.hasCustomer(customerId))) {
    const { payments } = paying;
    await payments.cancelSetups({ key: `${id}-setups`, customerId });
    await giveUpWaiting(intent, paying);
    for (const card of await payments.listCards(customerId)) {
      await payments.detachCard({ key: `${id}-${card.id}`, cardId: card.id });
    }
    const { email } = request;
    await payments.updateCustomer({ key: `${id}-customer`, customerId, email, details: null });
    await projectBilling(subscriptionId, paying);
  }
  await context.db.transaction().execute((tx) => endIntent(tx, { id, outcome }));
  return outcome;
}

/** Of the old owner's bank nobody may ask the new one. What was paid at this moment counts, and what is owed stays. */
async function giveUpWaiting(
  { id, subscriptionId }: IntentOf<'forget-payer'>,
  paying: PayingContext,
): Promise<void> {
  const { payments } = paying;
  const account = await findSettledAccount(subscriptionId, paying);
  const waiting = account?.nextProviderSubscriptionId;
  if (waiting && !(await payments.giveUpSubscription({ key: `${id}-end`, id: waiting }))) {
    await projectBilling(subscriptionId, paying);
  }
  const charged = account?.providerSubscriptionId;
  if (charged) {
    await payments.giveUpChange({ key: `${id}-change`, id: charged });
  }
}
