import type { PaymentMethod, Promotion } from '@hearth/contract';
import type { AmountParts, Card } from '../../port/payment-provider.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { endOfDiscount } from '../../port/rules/promotion.ts';
import type { KeptCard } from '../../records/billing-account-store.ts';

/** Converts the parts into their form on the wire. */
export function toPartsDocument(
  { subtotal, discount, tax, isTaxIncluded }: AmountParts,
  currency: string,
) {
  return {
    subtotal: { amount: subtotal, currency },
    discount: { amount: discount, currency },
    tax: tax === null ? null : { amount: tax, currency },
    tax_included: isTaxIncluded,
  };
}

/** Sum of the parts, before the customer's balance is taken off or added. */
export function beforeBalance({ subtotal, discount, tax, isTaxIncluded }: AmountParts): number {
  return subtotal - discount + (isTaxIncluded ? 0 : (tax ?? 0));
}

export function toPaymentMethod({ id, isDefault, holder, ...card }: Card): PaymentMethod {
  return { id, isDefault, card: toCard(card), name: holder };
}

export function toCard({ brand, last4, expMonth, expYear }: KeptCard): PaymentMethod['card'] {
  return { brand, last4, exp_month: expMonth, exp_year: expYear };
}

/** The discount as it would run from that instant. */
export function toPromotion(
  { code, percentOff, amountOff, duration, months }: PromotionCode,
  boughtAt: Date,
): Promotion {
  const ends = duration === 'repeating' && {
    ends_at: endOfDiscount(boughtAt, months).toISOString(),
  };
  return { code, percent_off: percentOff, amount_off: amountOff, duration, months, ...ends };
}
