import type { Transaction } from '../../platform/transaction.ts';
import { recordDecline } from './admit-card.ts';
import { findBillingAccount } from './billing-account-store.ts';
import { endDone, endRefused } from './end-intent.ts';
import type { IntentOf, IntentOutcome } from './intent.ts';
import { owes } from './owes.ts';
import { findOwnCards } from './payment-method.ts';
import type { PayingContext, PerformContext } from './perform-context.ts';
import { projectBilling } from './project-billing.ts';
import { requirePaying } from './require-payments.ts';

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
