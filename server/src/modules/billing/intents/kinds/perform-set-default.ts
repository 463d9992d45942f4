import type { Transaction } from '../../../../platform/transaction.ts';
import type { PayingContext, PerformContext } from '../../port/billing-services.ts';
import { owes } from '../../port/owes.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { projectBilling } from '../../projection/project-billing.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { recordDecline } from '../admit-card.ts';
import { findOwnCards } from '../payment-method.ts';
import { endDone, endRefused } from '../settle-intent.ts';

type SetDefaultIntent = IntentOf<'set-default'>;

/** What is owed is tried with the card at once. */
export async function performSetDefault(
  intent: SetDefaultIntent,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId } = intent;
  const { cardId } = intent.request;
  const paying = requirePaying(context);
  const own = await findOwnCards(subscriptionId, paying);
  if (!own?.cards.some((card) => card.id === cardId)) {
    return await endRefused(intent, 'billing/foreign-card', context);
  }
  const { customerId } = own;
  await paying.payments.setDefaultCard({ key: `${id}-default`, customerId, cardId });
  const isPaid = await payWhatIsOwed(intent, paying);
  await projectBilling(subscriptionId, paying);
  const action = 'billing.default-card-changed';
  if (isPaid) {
    return await endDone({ intent, action }, context);
  }
  const apply = (tx: Transaction) => recordDecline(tx, intent.accountId, context);
  return await endDone({ intent, action, apply, declined: true }, context);
}

/** False after a decline, which leaves the status as it is; the card is kept for the next attempt. */
async function payWhatIsOwed(
  { id, subscriptionId }: SetDefaultIntent,
  { db, payments }: PayingContext,
): Promise<boolean> {
  const chargedId = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  const charged = chargedId ? await payments.readSubscription(chargedId) : undefined;
  const charge =
    charged && owes(charged)
      ? await payments.payOpenInvoice({ key: `${id}-pay`, id: charged.id })
      : undefined;
  return charge?.outcome !== 'declined';
}
