import { findPlan, findSubscription } from '../../../subscriptions/index.ts';
import type { PerformContext } from '../../port/billing-services.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, RequestOf } from '../../records/intent.ts';
import type { Kind } from '../kind.ts';
import { findOwnCards, toChangedCard } from '../own-cards.ts';

/** Removes a card, but not the last one of a subscription that renews at a price. */
export const removeCard: Kind<RequestOf<'remove-card'>> = {
  async perform(intent, context) {
    const { keyBase, subscriptionId, accountId, request } = intent;
    const { cardId } = request;
    const paying = requirePaying(context);
    const own = await findOwnCards(subscriptionId, paying);
    const card = own?.cards.find((one) => one.id === cardId);
    // A card that is gone already was removed by this intent before a crash.
    if (own && card) {
      const replacement = own.cards.find((one) => one.id !== cardId);
      if (!replacement && (await renewsAtPrice(intent, context))) {
        return { outcome: { refusal: { code: 'billing/last-card' } } };
      }
      if (card.isDefault && replacement) {
        const { customerId } = own;
        await paying.payments.setDefaultCard({
          key: `${keyBase}-heir-${replacement.id}`,
          customerId,
          cardId: replacement.id,
        });
      }
      await paying.payments.detachCard({ key: `${keyBase}-detach`, cardId });
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'billing.card-removed',
      details: card && { ...toChangedCard(card, undefined), payerId: accountId },
    };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};

async function renewsAtPrice(
  { subscriptionId }: IntentOf<'remove-card'>,
  { db, settings }: PerformContext,
): Promise<boolean> {
  const account = await findBillingAccount(db, subscriptionId);
  const subscription = await findSubscription(db, subscriptionId);
  const plan = subscription && findPlan(settings, subscription.planId);
  const isOver = subscription?.status === 'canceled';
  const isCharged = account?.providerSubscriptionId != null && !account.isPending;
  return isCharged && !isOver && plan?.free !== true;
}
