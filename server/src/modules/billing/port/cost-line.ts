import type { CostLine as CostLineDocument } from '@hearth/contract';

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
