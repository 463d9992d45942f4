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
  await payWhatIsOwed(intent, paying);
  await projectBilling(subscriptionId, paying);
  return await endDone({ intent, action: 'billing.default-card-changed' }, context);
}

/** A decline leaves the status as it is, which says so; the card is kept for the next attempt. */
async function payWhatIsOwed(
  { id, subscriptionId }: SetDefaultIntent,
  { db, payments }: PayingContext,
): Promise<void> {
  const chargedId = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  const charged = chargedId ? await payments.readSubscription(chargedId) : undefined;
  if (charged && owes(charged)) {
    await payments.payOpenInvoice({ key: `${id}-pay`, id: charged.id });
  }
}
