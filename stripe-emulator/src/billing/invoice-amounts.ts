import { type DiscountAmount, shareDiscounts } from '../rules/discounts.ts';
import { settle, type TotalledLine, totalsOf } from '../rules/invoice-totals.ts';
import { minimumChargeOf, stepOf } from '../rules/money.ts';
import type { Scene } from '../scene.ts';
import { termsOf } from './discounts.ts';
import { customerOf, type Invoice, type InvoiceLine } from './objects.ts';
import { taxLines } from './taxes.ts';

/** Computes discounts, taxes and totals of an invoice from its lines. Done again whenever a draft changes. */
export function computeAmounts(scene: Scene, invoice: Invoice) {
  const { data: lines } = invoice.lines;
  discountLines(scene, invoice);
  taxLines(scene, invoice);

  const totals = totalsOf(lines.flatMap((line) => totalledParts(line, sumOfOwn(line, invoice))));
  const balance = customerOf(scene.state).balance;
  const settlement = settle(totals.total, balance, minimumFor(scene, invoice.currency));
  Object.assign(invoice, totals);
  invoice.starting_balance = balance;
  invoice.amount_due = settlement.amount_due;
  invoice.amount_remaining = settlement.amount_due;
  return settlement;
}

function minimumFor(scene: Scene, currency: string): number {
  return scene.catalogue.settings.hasMinimumAmounts ? minimumChargeOf(currency) : 0;
}

function discountLines(scene: Scene, invoice: Invoice) {
  const { data: lines } = invoice.lines;
  const { currency } = invoice;
  const invoiceDiscounts = invoice.discounts.map(String);
  const shares = shareDiscounts(
    lines.map((line) => ({
      amount: line.amount,
      discountable: line.discountable,
      product: line.pricing?.price_details?.product ?? null,
    })),
    [
      ...lines.flatMap((line, index) => termsOf(scene, line.discounts, currency, index)),
      ...termsOf(scene, invoiceDiscounts, currency),
    ],
    stepOf(currency),
  );

  for (const [index, line] of lines.entries()) {
    const fixed = scene.state.billing.lineTerms[line.id]?.fixedDiscounts ?? [];
    line.discount_amounts = fixed.length > 0 ? fixed : (shares[index] ?? []);
    line.pretax_credit_amounts = line.discount_amounts.map((discount) => ({
      ...discount,
      type: 'discount',
    }));
  }
  invoice.total_discount_amounts = sumByDiscount(lines, invoiceDiscounts);
  invoice.total_pretax_credit_amounts = invoice.total_discount_amounts.map((discount) => ({
    ...discount,
    type: 'discount',
  }));
}

function sumByDiscount(lines: readonly InvoiceLine[], first: readonly string[]): DiscountAmount[] {
  const sums = new Map<string, number>(first.map((discount) => [discount, 0]));
  for (const { discount, amount } of lines.flatMap((line) => line.discount_amounts ?? [])) {
    sums.set(discount, (sums.get(discount) ?? 0) + amount);
  }
  return [...sums].map(([discount, amount]) => ({ discount, amount }));
}

function sumOfOwn(line: InvoiceLine, invoice: Invoice): number {
  return (line.discount_amounts ?? [])
    .filter(
      ({ discount }) => line.discounts.includes(discount) && !invoice.discounts.includes(discount),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}

function totalledParts(line: InvoiceLine, ownDiscounts: number): TotalledLine[] {
  const discounted = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const amounts = {
    amount: line.amount,
    ownDiscounts,
    invoiceDiscounts: discounted - ownDiscounts,
  };
  const taxes = (line.taxes ?? []).map(
    (tax): TotalledLine => ({
      amount: 0,
      ownDiscounts: 0,
      invoiceDiscounts: 0,
      tax: tax.amount,
      taxBehavior: tax.tax_behavior === 'inclusive' ? 'inclusive' : 'exclusive',
    }),
  );
  return [{ ...amounts, tax: 0, taxBehavior: 'exclusive' }, ...taxes];
}
