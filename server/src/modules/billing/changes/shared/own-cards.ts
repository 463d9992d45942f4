import { refuseUnless } from '../../../../platform/refusal.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import type { Card } from '../../port/payment-provider.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';

type Asking = Pick<PayingContext, 'db' | 'payments'>;

/** The project's cards; undefined where it has no customer at the provider. */
export async function findOwnCards(
  subscriptionId: string,
  { db, payments }: Asking,
): Promise<{ readonly customerId: string; readonly cards: readonly Card[] } | undefined> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  return customerId ? { customerId, cards: await payments.listCards(customerId) } : undefined;
}

/** Refuses a card of another project. */
export async function requireOwnCard(
  { subscriptionId, cardId }: { readonly subscriptionId: string; readonly cardId: string },
  asking: Asking,
): Promise<void> {
  const own = await findOwnCards(subscriptionId, asking);
  const isOwn = own?.cards.some(({ id }) => id === cardId);
  refuseUnless(isOwn, 'billing/foreign-card');
}

/** Cards before and after a change, as the activity names them. */
export function toChangedCard(from: Card | undefined, to: Card | undefined) {
  const named = (card: Card | undefined) =>
    card ? { brand: card.brand, last4: card.last4 } : null;
  return { card: { from: named(from), to: named(to) } };
}
