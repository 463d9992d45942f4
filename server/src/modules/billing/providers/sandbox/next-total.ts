import type { NextTotal } from '../../port/payment-provider.ts';
import { renewalDiscount } from './discounts.ts';
import { type Ledger, presentPlan, type SandboxSubscription } from './ledger.ts';
import { settle, toParts } from './proration.ts';

/** Null where nothing more is charged. */
export function toNextTotal(
  ledger: Pick<Ledger, 'catalogue' | 'customer' | 'invoices'>,
  subscription: SandboxSubscription,
): NextTotal | null {
  const { status, cancelAtPeriodEnd } = subscription;
  if (status === 'canceled' || status === 'unpaid' || cancelAtPeriodEnd) {
    return null;
  }
  const plan = presentPlan(ledger, subscription);
  const parts = toParts(plan.total.amount, renewalDiscount(plan, subscription));
  const { due } = settle(parts.subtotal - parts.discount, ledger.customer.credit);
  return { total: { ...plan.total, amount: due }, parts };
}
