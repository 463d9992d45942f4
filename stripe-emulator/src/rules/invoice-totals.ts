import type { TaxBehavior } from './tax.ts';

export interface TotalledLine {
  amount: number;
  ownDiscounts: number;
  invoiceDiscounts: number;
  tax: number;
  taxBehavior: TaxBehavior;
}

export interface InvoiceTotals {
  /** Lines less the discounts of the lines themselves; those of the invoice come off afterwards. */
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_excluding_tax: number;
}

export function totalsOf(lines: readonly TotalledLine[]): InvoiceTotals {
  const sumOf = (read: (line: TotalledLine) => number) =>
    lines.reduce((sum, line) => sum + read(line), 0);
  const subtotal = sumOf((line) => line.amount - line.ownDiscounts);
  const net = sumOf((line) => line.amount - line.ownDiscounts - line.invoiceDiscounts);
  const included = sumOf((line) => (line.taxBehavior === 'inclusive' ? line.tax : 0));
  const onTop = sumOf((line) => (line.taxBehavior === 'exclusive' ? line.tax : 0));
  return {
    subtotal,
    subtotal_excluding_tax: subtotal - included,
    total: net + onTop,
    total_excluding_tax: net - included,
  };
}

export interface Settlement {
  amount_due: number;
  ending_balance: number;
}

/**
 * A balance below 0 is credit, above 0 a debt. Credit pays the invoice; a total below 0 becomes credit. An amount below
 * the minimum charge becomes a debt.
 */
export function settle(total: number, startingBalance: number, minimumCharge: number): Settlement {
  const owed = total + startingBalance;
  return owed <= 0 || owed < minimumCharge
    ? { amount_due: 0, ending_balance: owed }
    : { amount_due: owed, ending_balance: 0 };
}
