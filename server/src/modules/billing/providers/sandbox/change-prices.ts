import { InstantOutsidePeriod, PaymentOpen, PaymentReturned } from '../../port/change-refused.ts';
import type { ChangePreview, Charge, PriceChange } from '../../port/payment-provider.ts';
import type { SandboxPlan } from './catalogue.ts';
import { collect, dropPendingChange, openInvoice } from './invoices.ts';
import {
  findDefaultCard,
  type Ledger,
  presentPlan,
  requireSubscription,
  toProviderSubscription,
} from './ledger.ts';
import {
  changeLines,
  type InvoiceLine,
  periodLines,
  plainParts,
  settle,
  sum,
} from './proration.ts';
import { periodMs } from './renewal-rules.ts';
import { toCharge } from './subscribing.ts';

/** Computes the cost of the change from the lines of its invoice. */
export function previewChange(ledger: Ledger, change: PriceChange): ChangePreview {
  const { to, lines, nextAt } = computeChange(ledger, change, change.at);
  const total = sum(lines);
  const now = settle(total, ledger.customer.credit);
  const next = settle(to.total.amount, now.creditAfter);
  const money = (amount: number) => ({ amount, currency: to.total.currency });
  return {
    at: change.at,
    dueNow: money(now.due),
    credit: money(now.creditAdded),
    next: money(next.due),
    nextAt,
    parts: plainParts(total),
    endsAt: null,
  };
}

/** Changes the plan once it is paid. A decline changes nothing, and neither does a change to the present plan. */
export function changePrices(ledger: Ledger, change: PriceChange): Charge {
  const before = requireSubscription(ledger, change.providerSubscriptionId);
  if (before.status !== 'canceled' && before.priceIds.join() === change.priceIds.join()) {
    dropPendingChange(ledger, before);
    return { outcome: 'paid', subscription: toProviderSubscription(ledger, before) };
  }
  const { subscription, to, lines } = computeChange(ledger, change, ledger.at);

  subscription.pendingPriceIds = to.priceIds;
  const invoice = openInvoice(ledger, {
    subscription,
    reason: 'update',
    currency: to.total.currency,
    lines,
  });
  const answer = collect(ledger, invoice, findDefaultCard(ledger));
  if (answer.outcome === 'declined') {
    dropPendingChange(ledger, subscription);
  }
  return toCharge(ledger, invoice, answer);
}

interface ComputedChange {
  readonly subscription: ReturnType<typeof requireSubscription>;
  readonly to: SandboxPlan;
  readonly lines: readonly InvoiceLine[];
  readonly nextAt: Date;
}

/** Computes the change. From a price of 0, a new period begins at `newPeriodAt`. */
function computeChange(ledger: Ledger, change: PriceChange, newPeriodAt: Date): ComputedChange {
  const subscription = requireSubscription(ledger, change.providerSubscriptionId);
  if (subscription.status !== 'active') {
    throw new PaymentOpen();
  }
  const latest = ledger.invoices.filter(({ subscriptionId }) => subscriptionId === subscription.id);
  if ((latest.at(-1)?.credited ?? 0) > 0) {
    throw new PaymentReturned();
  }
  if (change.at < subscription.periodStart || change.at > subscription.periodEnd) {
    throw new InstantOutsidePeriod();
  }
  // An earlier change that waits for its payment is dropped, and its credit is restored.
  dropPendingChange(ledger, subscription);
  const from = presentPlan(ledger, subscription);
  const to = ledger.catalogue.getPlan(change.priceIds);
  if (from.total.currency !== to.total.currency) {
    throw new Error(`The plans ${from.name} and ${to.name} have different currencies.`);
  }
  if (from.total.amount === 0 && to.total.amount > 0) {
    const nextAt = new Date(newPeriodAt.getTime() + periodMs);
    const lines = periodLines(to, { periodStart: newPeriodAt, periodEnd: nextAt });
    return { subscription, to, lines, nextAt };
  }
  const lines = changeLines({ from, to, period: subscription, at: change.at });
  return { subscription, to, lines, nextAt: subscription.periodEnd };
}
