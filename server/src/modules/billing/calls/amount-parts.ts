import type { AmountParts } from '../port/payment-provider.ts';

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
