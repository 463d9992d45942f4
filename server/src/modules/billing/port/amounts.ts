import type { CostLine as CostLineDocument, Money } from '@hearth/contract';

export function isSameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

/** Parts of an invoice's total in minor units: `subtotal` less `discount`, plus `tax` unless it is included. */
export interface AmountParts {
  readonly subtotal: number;
  readonly discount: number;
  /** Null where the address is too vague for the provider to compute a tax. */
  readonly tax: number | null;
  readonly isTaxIncluded: boolean;
  /** Set where the buyer accounts for the tax, which is 0 then. */
  readonly isReverseCharge?: true;
}

/** Parts of an invoice that was written, in minor units; all null where its total is only its price. */
export interface InvoiceParts {
  /** Before discount and added tax; null where there is neither a discount nor a tax. */
  readonly subtotal: number | null;
  /** Null where nothing was taken off. */
  readonly discount: number | null;
  /** 0 where a tax was computed and is none, as with reverse charge; null where none was computed. */
  readonly tax: number | null;
}

/** Leaves out parts that say nothing. */
export function toInvoiceParts({
  subtotal,
  discount,
  tax,
}: Pick<AmountParts, 'subtotal' | 'discount' | 'tax'>): InvoiceParts {
  const isPriceOnly = discount === 0 && tax === null;
  return { subtotal: isPriceOnly ? null : subtotal, discount: discount || null, tax };
}

/** The next renewal. The total differs from the sum of `parts` by the customer's balance. */
export interface NextTotal {
  /** Amount that is charged. */
  readonly total: Money;
  readonly parts: AmountParts;
}

interface TotalWithTax {
  readonly total: number;
  /** Null where the address is too vague. */
  readonly tax: number | null;
}

/** Tax of a charge that is the whole total; undefined where a balance makes it another sum, of which it is no part. */
export function taxOfCharge(
  { total, tax }: TotalWithTax,
  charged: number,
): ChangePreview['nextTax'] {
  return charged === total ? tax : undefined;
}

/** Cost of a plan change at one instant, to the cent. */
export interface ChangePreview {
  readonly at: Date;
  /** Charged now; never negative. */
  readonly dueNow: Money;
  /** Credit that is kept for later invoices; never negative. */
  readonly credit: Money;
  /** Total of the next renewal. */
  readonly next: Money;
  /** Tax that is part of it; null where the address is too vague, undefined where credit or a debt changes `next`. */
  readonly nextTax: number | null | undefined;
  /** Null where nothing is charged again, since it ends before. */
  readonly nextAt: Date | null;
  /** Parts of the amount that is charged or credited now. */
  readonly parts: AmountParts;
  /** Lines that make `dueNow`; none where the change waits. */
  readonly lines: readonly CostLine[];
  /** End that is set at the provider and stays; null where none is set, or the change takes it back. */
  readonly endsAt: Date | null;
}

/** One line of what a purchase or a plan change costs now, in minor units of its currency; all lines make what is due. */
export interface CostLine extends Partial<ChargedTime> {
  readonly kind: CostLineDocument['kind'];
  /** Below zero where it lowers what is due. */
  readonly amount: number;
}

/** Time at a price. */
interface ChargedTime {
  /** Null for a line that an operator wrote by hand. */
  readonly priceId: string | null;
  readonly quantity: number | null;
  readonly from: Date;
  readonly to: Date;
}
