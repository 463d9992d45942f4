import type Stripe from 'stripe';
import type { CostLine } from '../../port/amounts.ts';
import { keepSums, toBalanceLines } from '../../port/rules/cost-lines.ts';
import { chargesOf, partsOf } from './invoice-parts.ts';

/** Lines of a previewed invoice as Stripe computed them. */
export function costLinesOf(invoice: Stripe.Invoice): CostLine[] {
  const { discount } = partsOf(invoice);
  const { total, amount_due: due, starting_balance } = invoice;
  return [
    ...keepSums([
      ...chargesOf(invoice),
      { kind: 'discount', amount: -discount },
      { kind: 'tax', amount: addedTaxOf(invoice) },
    ]),
    ...toBalanceLines({ total, due, credit: -starting_balance }),
  ];
}

/** Included tax is part of the lines already. */
function addedTaxOf({ total_taxes }: Stripe.Invoice): number {
  const added = (total_taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive');
  return added.reduce((sum, { amount }) => sum + amount, 0);
}
