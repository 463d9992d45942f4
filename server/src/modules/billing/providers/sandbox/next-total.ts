import type { NextTotal } from '../../port/payment-provider.ts';
import { renewalDiscount } from './discounts.ts';
import type { Ledger, SandboxSubscription } from './ledger.ts';
import { settle, toParts } from './proration.ts';
import { nextPlan } from './scheduling.ts';

/** Null where nothing more is charged. */
export function toNextTotal(
  ledger: Pick<Ledger, 'catalogue' | 'customer' | 'invoices'>,
  subscription: SandboxSubscription,
): NextTotal | null {
  const { status, cancelAtPeriodEnd } = subscription;
  if (status === 'canceled' || status === 'unpaid' || cancelAtPeriodEnd) {
    return null;
  }
  const plan = nextPlan(ledger, subscription);
  const parts = toParts(plan.total.amount, renewalDiscount(plan, subscription));
  const { due } = settle(parts.subtotal - parts.discount, ledger.customer.credit);
  return { total: { ...plan.total, amount: due }, parts };
}
