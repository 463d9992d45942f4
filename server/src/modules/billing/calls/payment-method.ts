import type { PaymentMethod } from '@hearth/contract';
import type { Card } from '../port/payment-provider.ts';
import type { KeptCard } from '../records/billing-account-store.ts';

export function toPaymentMethod({ id, isDefault, holder, ...card }: Card): PaymentMethod {
  return { id, isDefault, card: toCard(card), name: holder };
}

export function toCard({ brand, last4, expMonth, expYear }: KeptCard): PaymentMethod['card'] {
  return { brand, last4, exp_month: expMonth, exp_year: expYear };
}
