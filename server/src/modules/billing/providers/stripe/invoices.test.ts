import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { toShownInvoice } from './invoices.ts';

const invoice = {
  id: 'in_1',
  number: 'A-1',
  created: 0,
  currency: 'usd',
  status: 'paid',
  subtotal: 0,
  pre_payment_credit_notes_amount: 0,
  post_payment_credit_notes_amount: 0,
  automatic_tax: { status: null },
  total_taxes: [],
  discounts: [],
  total_discount_amounts: [],
  lines: { data: [] },
  next_payment_attempt: null,
  status_transitions: { paid_at: null },
};

/** Sums as Stripe writes them: a balance below zero is credit, and one above it a debt. */
it.each([
  { total: 12_000, starting_balance: -7_200, ending_balance: 0, amount_due: 4_800, credit: 7_200 },
  { total: 1_000, starting_balance: -7_200, ending_balance: -6_200, amount_due: 0, credit: 1_000 },
  { total: 2, starting_balance: 0, ending_balance: 2, amount_due: 0, credit: 0, carried: -2 },
  { total: 12_000, starting_balance: 2, ending_balance: 0, amount_due: 12_002, carried: 2 },
  { total: 1_000, starting_balance: -200, ending_balance: null, amount_due: 800, credit: 200 },
])('$total from a balance of $starting_balance: $credit of credit, $carried of debt', (given) => {
  const { credit = 0, carried, ...sums } = given;
  const shown = toShownInvoice({ ...invoice, ...sums } as unknown as Stripe.Invoice);
  expect(shown?.fromCredit.amount).toBe(credit);
  expect(shown?.carried).toBe(carried);
});
