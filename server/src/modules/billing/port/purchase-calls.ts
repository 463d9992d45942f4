import type { Money } from '@hearth/contract';
import type { AmountParts } from './amounts.ts';
import type { PromotionCode } from './promotion-code.ts';
import type { TaxedBuyer } from './taxes.ts';

export interface PurchaseTerms {
  readonly priceIds: readonly string[];
  readonly promotion?: PromotionCode | undefined;
  /** Set where taxes are computed. */
  readonly buyer?: TaxedBuyer | undefined;
}

/** Cost of a new subscription that begins now. */
export interface PurchasePreview {
  /** Parts of the first invoice. */
  readonly parts: AmountParts;
  readonly dueNow: Money;
  /** Total of the first renewal. */
  readonly next: Money;
  readonly nextAt: Date;
}

/** Calls of a provider about purchases that were not made yet. */
export interface PurchaseCalls {
  /** Finds a code that a new customer can redeem now for that price, in any letter case; undefined where there is none. */
  findCode(code: string, price: Money): Promise<PromotionCode | undefined>;
  /** Computes the cost of a new subscription of a new customer. Throws CodeRefused and TaxIdRefused. */
  previewPurchase(wanted: PurchaseTerms): Promise<PurchasePreview>;
  /**
   * Gives a subscription in its trial the discount of its code again where the trial's invoice of 0 has used it up.
   * Throws CodeRefused where that is not possible.
   */
  keepDiscount(wanted: {
    readonly key: string;
    readonly id: string;
    readonly discountId: string;
  }): Promise<void>;
}
