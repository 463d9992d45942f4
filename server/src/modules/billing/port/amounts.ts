import type { Money } from '@hearth/contract';

/** What an invoice's total is made of: `subtotal` less `discount`, and `tax` on top unless it is included. Minor units. */
export interface AmountParts {
  readonly subtotal: number;
  readonly discount: number;
  /** Null where the provider does not know the place well enough. */
  readonly tax: number | null;
  readonly isTaxIncluded: boolean;
}

/** The next renewal; what `parts` do not add up to is the customer's balance, taken off or owed. */
export interface NextTotal {
  /** What is charged. */
  readonly total: Money;
  readonly parts: AmountParts;
}

/** What a plan change would cost, to the cent, at one instant. */
export interface ChangePreview {
  readonly at: Date;
  /** Charged now; never negative. */
  readonly dueNow: Money;
  /** Credit that is kept for later invoices; never negative. */
  readonly credit: Money;
  /** Of the next renewal. */
  readonly next: Money;
  /** Null where nothing is charged again, since it ends before. */
  readonly nextAt: Date | null;
  /** Of what is charged or kept now. */
  readonly parts: AmountParts;
  /** When it ends by itself, which the change leaves as it is; null where it goes on. */
  readonly endsAt: Date | null;
}
