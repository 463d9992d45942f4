import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { money } from './money.ts';

/** Code as a person types it; letter case does not matter. */
export const promotionCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** Discount that a promotion code gives. Either `percent_off` or `amount_off` is set. */
export const promotion = z.object({
  /** Code as the provider writes it. */
  code: z.string(),
  /** 0 to 100, with a fraction if the provider has one. */
  percent_off: z.nullable(z.number()),
  /** Taken off each invoice while the discount lasts, down to 0. */
  amount_off: z.nullable(money),
  /** `once` lowers the first charge, `repeating` all within `months`, `forever` all. */
  duration: z.enum(['once', 'repeating', 'forever']),
  /** Months from the purchase, a trial included; null unless `repeating`. */
  months: z.nullable(z.int()),
  /** When these months end; left out unless `repeating`. */
  ends_at: z.optional(instant),
});

export type Promotion = z.infer<typeof promotion>;
