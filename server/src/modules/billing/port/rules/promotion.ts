import type { PromotionCode } from '../provider-objects.ts';
import { addMonths } from './period.ts';

/** Whether a discount that begins with the purchase also lowers an invoice at the later instant. */
export function lowersInvoiceAt(
  { duration, months }: Pick<PromotionCode, 'duration' | 'months'>,
  { boughtAt, at }: { readonly boughtAt: Date; readonly at: Date },
): boolean {
  return (
    duration === 'forever' || (duration === 'repeating' && at < endOfDiscount(boughtAt, months))
  );
}

/** Whether it lowers the first charge, which is at that instant: after a trial its months may be over. */
export function lowersFirstCharge(
  promotion: Pick<PromotionCode, 'duration' | 'months'>,
  question: { readonly boughtAt: Date; readonly at: Date },
): boolean {
  return promotion.duration === 'once' || lowersInvoiceAt(promotion, question);
}

/** End of a repeating discount: months are counted from the purchase, whatever the periods are. */
export function endOfDiscount(boughtAt: Date, months: number | null): Date {
  return addMonths(boughtAt, months ?? 0);
}
