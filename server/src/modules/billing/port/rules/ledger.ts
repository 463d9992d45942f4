import type { DisputeState } from '../invoice-payment.ts';
import type { ProviderInvoice } from '../provider-objects.ts';

/**
 * `charge` is a line without discount and tax, `given` what an operator took off; with `tax`, `balance` and `credited` they make what is due. `paid` by card
 * or `paid-outside` make what was paid, `refunded` and `disputed` what of it went back.
 */
export type LedgerKind =
  | 'charge'
  | 'given'
  | 'tax'
  | 'balance'
  | 'credited'
  | 'paid'
  | 'paid-outside'
  | 'refunded'
  | 'disputed';

/** One sum that an invoice says, in minor units of its currency; below zero where it lowers what is due, or where cash went back. */
export interface LedgerEntry {
  readonly kind: LedgerKind;
  readonly amount: number;
  /** When it was invoiced or paid. */
  readonly at: Date;
  readonly priceId: string | null;
  readonly quantity: number | null;
  /** Of a charge before discounts, and with tax that is part of the price; null for all others. */
  readonly gross: number | null;
  /** Time that a charge is for. */
  readonly from: Date | null;
  readonly to: Date | null;
  /** Minor units that a tax is computed of; null for all other kinds, as are the two below. */
  readonly taxable: number | null;
  readonly taxRateId: string | null;
  readonly isReverseCharge: boolean | null;
}

export interface LedgerInvoice
  extends Pick<
    ProviderInvoice,
    | 'status'
    | 'total'
    | 'tax'
    | 'taxes'
    | 'due'
    | 'fromCredit'
    | 'carried'
    | 'given'
    | 'createdAt'
    | 'paidAt'
    | 'lines'
  > {
  /** Minor units that went back; null counts as 0. */
  readonly refunded: number | null;
  readonly disputed: number;
  readonly dispute: DisputeState | null;
  readonly isPaidOutside: boolean;
}

/** Entries of an invoice; none of a draft or a void one, which nobody owes. */
export function toLedger(invoice: LedgerInvoice): LedgerEntry[] {
  const { status, createdAt, paidAt } = invoice;
  if (status === 'draft' || status === 'void') {
    return [];
  }
  const paidOrInvoiced = paidAt ?? createdAt;
  return [
    ...toCharges(invoice),
    ...toTaxes(invoice),
    ...toDue(invoice).map((sum) => ({ ...sum, ...noLine, ...noTax, at: createdAt })),
    ...(status === 'paid'
      ? toPaid(invoice).map((sum) => ({ ...sum, ...noLine, ...noTax, at: paidOrInvoiced }))
      : []),
  ].filter(({ amount, taxable }) => amount !== 0 || (taxable ?? 0) !== 0);
}

const noLine = { priceId: null, quantity: null, gross: null, from: null, to: null };
const noTax = { taxable: null, taxRateId: null, isReverseCharge: null };

type Sum = Pick<LedgerEntry, 'kind' | 'amount'>;

/** The lines, and as one more charge what they leave of the total: the provider lists the first lines only. */
function toCharges(invoice: LedgerInvoice): LedgerEntry[] {
  const { lines, total, tax, given = 0, createdAt: at } = invoice;
  const listed = lines.reduce((sum, { amount }) => sum + amount, 0);
  const amount = total.amount - (tax ?? 0) + given - listed;
  return [
    ...lines.map((line): LedgerEntry => ({ kind: 'charge', at, ...line, ...noTax })),
    { kind: 'charge', at, amount, ...noLine, ...noTax },
  ];
}

/** A tax of 0 is an entry too: the return names what was sold without. */
function toTaxes({ tax, taxes, createdAt: at }: LedgerInvoice): LedgerEntry[] {
  if (tax === null) {
    return [];
  }
  const rest = taxes.reduce((left, { amount }) => left - amount, tax);
  const unnamed = { amount: rest, taxable: 0, rateId: null, isReverseCharge: false };
  return [...taxes, unnamed].map(({ rateId, ...one }) => ({
    kind: 'tax',
    at,
    ...noLine,
    ...one,
    taxRateId: rateId,
  }));
}

/** Sums between the total and what is due. An invoice below zero adds to the customer's credit. */
function toDue({ total, due, fromCredit, carried = 0, given = 0 }: LedgerInvoice): Sum[] {
  const balance = total.amount < 0 ? -total.amount : carried - fromCredit.amount;
  return [
    { kind: 'given', amount: 0 - given },
    { kind: 'balance', amount: balance },
    { kind: 'credited', amount: due.amount - total.amount - balance },
  ];
}

/** No more went back than was paid. A dispute is only cash that is gone once it is lost. */
function toPaid({ due, refunded, disputed, dispute, isPaidOutside }: LedgerInvoice): Sum[] {
  const refund = Math.min(due.amount, refunded ?? 0);
  const lost = dispute === 'lost' ? Math.min(due.amount - refund, disputed) : 0;
  return [
    { kind: isPaidOutside ? 'paid-outside' : 'paid', amount: due.amount },
    { kind: 'refunded', amount: -refund },
    { kind: 'disputed', amount: -lost },
  ];
}
