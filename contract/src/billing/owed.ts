import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { money } from './money.ts';

/** Money that a failed renewal has left to pay. */
export const owed = z.extend(money, {
  /** When the payment failed last. */
  failed_at: instant,
  /** When the charge is tried again automatically; null if it is not. */
  retry_at: z.nullable(instant),
});
