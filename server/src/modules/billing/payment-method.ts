import type { PaymentMethod } from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import { findBillingAccount, type KeptCard } from './billing-account-store.ts';
import type { Card, PaymentProvider } from './payment-provider.ts';

export function toPaymentMethod({ id, isDefault, holder, ...card }: Card): PaymentMethod {
  return { id, isDefault, card: toCard(card), name: holder };
}

export function toCard({ brand, last4, expMonth, expYear }: KeptCard): PaymentMethod['card'] {
  return { brand, last4, exp_month: expMonth, exp_year: expYear };
}

interface CardQuestion {
  readonly subscriptionId: string;
  readonly cardId: string;
}

/** The subscription's cards; refuses a card that is not among them. */
export async function requireOwnCard(
  { subscriptionId, cardId }: CardQuestion,
  { db, payments }: { readonly db: Database; readonly payments: PaymentProvider },
): Promise<{ customerId: string; cards: readonly Card[] }> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  refuseUnless(customerId, 'billing/foreign-card');
  const cards = await payments.listCards(customerId);
  refuseUnless(
    cards.some(({ id }) => id === cardId),
    'billing/foreign-card',
  );
  return { customerId, cards };
}
