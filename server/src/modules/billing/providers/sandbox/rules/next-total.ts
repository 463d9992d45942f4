import type { NextTotal } from '../../../port/payment-provider.ts';
import type { Ledger, SandboxSubscription } from '../ledger.ts';
import { priceLines, taxingOf } from './price-lines.ts';
import { periodLines, settle } from './proration.ts';
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
  const { parts, total } = priceLines(periodLines(plan, subscription), {
    discount: subscription.discount,
    at: subscription.periodEnd,
    taxing: taxingOf(ledger, subscription, { plan }),
    currency: plan.total.currency,
  });
  const { due } = settle(total, ledger.customer.credit);
  return { total: { ...plan.total, amount: due }, parts };
}
