import type Stripe from 'stripe';
import type { Card } from '../../port/payment-provider.ts';

export function toCard(method: Stripe.PaymentMethod, defaultId: string | undefined): Card {
  if (!method.card) {
    throw new Error(`Payment method ${method.id} is not a card.`);
  }
  return {
    id: method.id,
    brand: method.card.brand,
    last4: method.card.last4,
    expMonth: method.card.exp_month,
    expYear: method.card.exp_year,
    holder: method.billing_details.name ?? '',
    isDefault: method.id === defaultId,
  };
}

/** Null where there is no default, it is not expanded, or it is no card. */
export function toDefaultCard(method: string | Stripe.PaymentMethod | null): Card | null {
  return typeof method === 'object' && method?.card ? toCard(method, method.id) : null;
}

export function toId(value: string | { readonly id: string } | null): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}
