import type { PerformContext } from '../../port/billing-services.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { projectBilling } from '../../projection/project-billing.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { findOwnCards } from '../payment-method.ts';
import { endDone, endRefused } from '../settle-intent.ts';

/** Whatever renews must always find a card to charge. */
export async function performRemoveCard(
  intent: IntentOf<'remove-card'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId } = intent;
  const { cardId } = intent.request;
  const paying = requirePaying(context);
  const { payments } = paying;
  const own = await findOwnCards(subscriptionId, paying);
  const card = own?.cards.find((one) => one.id === cardId);
  // One that is gone already was removed by this intent, before a crash.
  if (own && card) {
    const isPaid = (await findBillingAccount(context.db, subscriptionId))?.providerSubscriptionId;
    const heir = own.cards.find((one) => one.id !== cardId);
    if (isPaid && !heir) {
      return await endRefused(intent, 'billing/last-card', context);
    }
    if (card.isDefault && heir) {
      const { customerId } = own;
      await payments.setDefaultCard({ key: `${id}-heir`, customerId, cardId: heir.id });
    }
    await payments.detachCard({ key: `${id}-detach`, cardId });
  }
  await projectBilling(subscriptionId, paying);
  return await endDone({ intent, action: 'billing.card-removed' }, context);
}
