import type { Promotion } from '@hearth/contract';
import { endOfDiscount, type PromotionCode } from '../../port/provider-objects.ts';

/** The discount as it would run from that instant. */
export function toPromotion(
  { code, percentOff, amountOff, duration, months }: PromotionCode,
  boughtAt: Date,
): Promotion {
  const ends = duration === 'repeating' && {
    ends_at: endOfDiscount(boughtAt, months).toISOString(),
  };
  return { code, percent_off: percentOff, amount_off: amountOff, duration, months, ...ends };
}
