import type { PerformContext } from '../../port/billing-services.ts';
import { findBillingAccount, writeBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { endDone } from '../settle-intent.ts';

/** The provider first: what it does not have is not shown here either. */
export async function performUpdateDetails(
  intent: IntentOf<'update-details'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId } = intent;
  const { details } = intent.request;
  const customerId = (await findBillingAccount(context.db, subscriptionId))?.customerId;
  if (customerId) {
    await context.payments?.updateCustomer({ key: `${id}-details`, customerId, details });
  }
  const apply = (tx: Parameters<typeof writeBillingAccount>[0]) =>
    writeBillingAccount(tx, subscriptionId, { details });
  return await endDone({ intent, action: 'billing.details-updated', apply }, context);
}
