import type { PaymentMethod } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Card, PaymentProvider } from '../port/payment-provider.ts';
import { findBillingAccount, type KeptCard } from '../records/billing-account-store.ts';

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

interface Provided {
  readonly db: Database;
  readonly payments: PaymentProvider;
}

/** The subscription's cards; undefined where the provider has no customer of it. */
export async function findOwnCards(
  subscriptionId: string,
  { db, payments }: Provided,
): Promise<{ customerId: string; cards: readonly Card[] } | undefined> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  return customerId ? { customerId, cards: await payments.listCards(customerId) } : undefined;
}

/** Refuses a card that is not among the subscription's. */
export async function requireOwnCard(
  { subscriptionId, cardId }: CardQuestion,
  provided: Provided,
): Promise<void> {
  const own = await findOwnCards(subscriptionId, provided);
  const isOwn = own?.cards.some(({ id }) => id === cardId);
  refuseUnless(isOwn, 'billing/foreign-card');
}
