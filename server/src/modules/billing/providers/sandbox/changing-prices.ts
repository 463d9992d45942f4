import { InstantOutsidePeriod, PaymentOpen } from '../../port/change-refused.ts';
import type { ChangePreview, Charge, PriceChange } from '../../port/payment-provider.ts';
import type { SandboxPlan } from './catalogue.ts';
import { collect, dropPendingChange, openInvoice } from './invoices.ts';
import { findDefaultCard, type Ledger, requireSubscription } from './ledger.ts';
import { changeLines, type InvoiceLine, settle, sum } from './proration.ts';
import { toCharge } from './subscribing.ts';

/** What the change would cost; by the same lines as the invoice that it becomes. */
export function previewChange(ledger: Ledger, change: PriceChange): ChangePreview {
  const { subscription, to, lines } = workOut(ledger, change);
  const now = settle(sum(lines), ledger.customer.credit);
  const next = settle(to.total.amount, now.creditAfter);
  const money = (amount: number) => ({ amount, currency: to.total.currency });
  return {
    at: change.at,
    dueNow: money(now.due),
    credit: money(now.creditAdded),
    next: money(next.due),
    nextAt: subscription.periodEnd,
  };
}

/** Applies only what is paid; a decline leaves all as it was. */
export function changePrices(ledger: Ledger, change: PriceChange): Charge {
  const { subscription, to, lines } = workOut(ledger, change);

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

interface WorkedOut {
  readonly subscription: ReturnType<typeof requireSubscription>;
  readonly to: SandboxPlan;
  readonly lines: readonly InvoiceLine[];
}

function workOut(ledger: Ledger, change: PriceChange): WorkedOut {
  const subscription = requireSubscription(ledger, change.providerSubscriptionId);
  if (subscription.status !== 'active') {
    throw new PaymentOpen();
  }
  if (change.at < subscription.periodStart || change.at > subscription.periodEnd) {
    throw new InstantOutsidePeriod();
  }
  // An earlier change that still waits gives way, and the credit that it holds comes back.
  dropPendingChange(ledger, subscription);
  const from = ledger.catalogue.getPlan(subscription.priceIds);
  const to = ledger.catalogue.getPlan(change.priceIds);
  if (from.total.currency !== to.total.currency) {
    throw new Error(`The plans ${from.name} and ${to.name} have different currencies.`);
  }
  const lines = changeLines({ from, to, period: subscription, at: change.at });
  return { subscription, to, lines };
}
