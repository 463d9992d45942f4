import type { Database } from '../../platform/transaction.ts';
import type { BillingServices } from './operation.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** What the steps of an intent may use, in a request or in the job that finishes what was left. */
export type PerformContext = BillingServices & { readonly db: Database };

/** The same where somebody takes money. */
export type PayingContext = PerformContext & { readonly payments: PaymentProvider };

/** How long one who is at work on an intent may be silent before somebody else takes it up. */
const leaseMs = 120_000;

export function leaseUntil(at: Date): Date {
  return new Date(at.getTime() + leaseMs);
}
