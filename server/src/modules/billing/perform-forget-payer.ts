import { findBillingAccount } from './billing-account-store.ts';
import type { IntentOf, IntentOutcome } from './intent.ts';
import { endIntent } from './intent-store.ts';
import type { PerformContext } from './perform-context.ts';
import { projectBilling } from './project-billing.ts';
import { requirePayments } from './require-payments.ts';

/** After a transfer: takes the old owner's cards and details from the provider. */
export async function performForgetPayer(
  intent: IntentOf<'forget-payer'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId, request } = intent;
  const account = await findBillingAccount(context.db, subscriptionId);
  const outcome = { result: { subscriptionId } };
  if (account?.customerId) {
    const { customerId } = account;
    const payments = requirePayments(context.payments);
    for (const card of await payments.listCards(customerId)) {
      await payments.detachCard({ key: `${id}-${card.id}`, cardId: card.id });
    }
    const { email } = request;
    await payments.updateCustomer({ key: `${id}-customer`, customerId, email, details: null });
    await projectBilling(subscriptionId, { ...context, payments });
  }
  await context.db.transaction().execute((tx) => endIntent(tx, { id, outcome }));
  return outcome;
}
