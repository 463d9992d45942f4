import type Stripe from 'stripe';
import type { CostLine } from '../../port/amounts.ts';
import type { AmountParts } from '../../port/payment-provider.ts';
import type { InvoiceTax } from '../../port/provider-objects.ts';

/**
 * Parts as Stripe computed them. An address that is too vague makes the tax unknown, not 0. Credit for unused time is
 * shown as what was paid for it, so a discount that it gives back is a part of it.
 */
export function partsOf(invoice: Stripe.Invoice): AmountParts {
  const { automatic_tax } = invoice;
  const takenBack = sum(
    invoice.lines.data.flatMap(({ amount, discount_amounts }) =>
      amount < 0 ? (discount_amounts ?? []) : [],
    ),
  );
  const taxes = invoice.total_taxes ?? [];
  const isUnknown = automatic_tax.status === 'requires_location_inputs';
  return {
    subtotal: invoice.subtotal - takenBack,
    discount: sum(invoice.total_discount_amounts ?? []) - takenBack,
    tax: isUnknown ? null : sum(taxes),
    isTaxIncluded: taxes.some(({ tax_behavior }) => tax_behavior === 'inclusive'),
    ...(taxes.some(isReversed) && { isReverseCharge: true }),
  };
}

/** Stripe may leave out of what the one tax of an invoice is computed if it is 0. */
export function taxesOf({ total_taxes, total }: Stripe.Invoice): InvoiceTax[] {
  const taxes = total_taxes ?? [];
  const [only] = taxes.length === 1 ? taxes : [];
  return taxes.map((tax) => ({
    amount: tax.amount,
    taxable: tax.taxable_amount || (only ? total - only.amount : 0),
    rateId: tax.tax_rate_details?.tax_rate ?? null,
    isReverseCharge: isReversed(tax),
  }));
}

function isReversed({ taxability_reason }: Stripe.Invoice.TotalTax): boolean {
  return taxability_reason === 'reverse_charge';
}

export function sum(amounts: readonly { readonly amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}

/** Lines that make the subtotal. */
export function chargesOf(invoice: Stripe.Invoice): CostLine[] {
  const charges = invoice.lines.data.map(toCostLine);
  // Stripe lists the first lines only.
  const rest = partsOf(invoice).subtotal - sum(charges);
  return rest === 0 ? charges : [...charges, { kind: 'other', amount: rest }];
}

/** Before its discount; time that is given back counts as what was paid for it. */
function toCostLine(line: Stripe.InvoiceLineItem): CostLine {
  const { amount, discount_amounts, pricing, quantity, period } = line;
  const isBack = amount < 0;
  const discounts = isBack ? (discount_amounts ?? []) : [];
  return {
    kind: isBack ? 'unused-time' : 'plan',
    amount: discounts.reduce((sum, discount) => sum - discount.amount, amount),
    priceId: priceOf(pricing) || null,
    quantity,
    from: new Date(period.start * 1_000),
    to: new Date(period.end * 1_000),
  };
}

/** Empty for a line without a price. */
export function priceOf(pricing: Stripe.InvoiceLineItem['pricing']): string {
  const price = pricing?.price_details?.price ?? '';
  return typeof price === 'string' ? price : price.id;
}
