import type Stripe from 'stripe';
import type { CostLine } from '../../port/cost-line.ts';
import { keepSums, toBalanceLines } from '../../port/cost-lines.ts';
import { partsOf, priceOf } from './invoices.ts';

/** Lines of a previewed invoice as Stripe computed them. */
export function costLinesOf(invoice: Stripe.Invoice): CostLine[] {
  const { subtotal, discount } = partsOf(invoice);
  const { total, amount_due: due, starting_balance } = invoice;
  const charges = invoice.lines.data.map(toCostLine);
  const listed = charges.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...keepSums([
      ...charges,
      // Stripe lists the first lines only.
      { kind: 'other', amount: subtotal - listed },
      { kind: 'discount', amount: -discount },
      { kind: 'tax', amount: addedTaxOf(invoice) },
    ]),
    ...toBalanceLines({ total, due, credit: -starting_balance }),
  ];
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

/** Included tax is part of the lines already. */
function addedTaxOf({ total_taxes }: Stripe.Invoice): number {
  const added = (total_taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive');
  return added.reduce((sum, { amount }) => sum + amount, 0);
}
