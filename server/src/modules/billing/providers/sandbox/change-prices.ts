import { InstantOutsidePeriod, PaymentOpen, PaymentReturned } from '../../port/change-refused.ts';
import type {
  ChangeForBuyer,
  ChangePreview,
  Charge,
  PriceChange,
} from '../../port/payment-provider.ts';
import { exceedsDelivered } from '../../port/returned-money.ts';
import { collect, dropPendingChange, openInvoice } from './invoices.ts';
import {
  findDefaultCard,
  type Ledger,
  requireSubscription,
  type SandboxSubscription,
} from './ledger.ts';
import { toProviderSubscription } from './provider-shapes.ts';
import type { SandboxPlan } from './rules/catalogue.ts';
import { requireCurrency } from './rules/currency.ts';
import { priceLines, taxingOf } from './rules/price-lines.ts';
import {
  beginsPeriod,
  changeLines,
  type InvoiceLine,
  isBought,
  newPeriod,
  type Period,
  periodLines,
  settle,
  unusedLines,
} from './rules/proration.ts';
import { presentPlan } from './rules/sold-plan.ts';
import { toCharge } from './subscribing.ts';

/** Computes the cost of the change from the lines of its invoice. */
export function previewChange(ledger: Ledger, change: ChangeForBuyer): ChangePreview {
  const { subscription, from, to, lines, period } = computeChange(ledger, change, change.at);
  const { discount } = subscription;
  const taxing = taxingOf(ledger, subscription, { plan: to, buyer: change.buyer });
  const { currency } = to.total;
  const { parts, total } = priceLines(lines, { discount, at: change.at, taxing, currency });
  const now = settle(total, ledger.customer.credit);
  const renewal = { discount, at: period.periodEnd, taxing, currency };
  const next = settle(priceLines(periodLines(to, period), renewal).total, now.creditAfter);
  const isLast = subscription.cancelAtPeriodEnd && (change.keepsEnd || !isBought(from, to));
  const money = (amount: number) => ({ amount, currency });
  return {
    at: change.at,
    dueNow: money(now.due),
    credit: money(now.creditAdded),
    next: money(next.due),
    nextAt: isLast ? null : period.periodEnd,
    parts,
    endsAt: isLast ? period.periodEnd : null,
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
  const { cancelAtPeriodEnd } = subscription;

  subscription.pendingPriceIds = to.priceIds;
  const invoice = openInvoice(ledger, {
    subscription,
    reason: 'update',
    plan: to,
    lines,
  });
  const answer = collect(ledger, invoice, findDefaultCard(ledger));
  if (answer.outcome === 'declined') {
    dropPendingChange(ledger, subscription);
  }
  if (change.keepsEnd) {
    subscription.cancelAtPeriodEnd = cancelAtPeriodEnd;
  }
  return toCharge(ledger, invoice, answer);
}

interface ComputedChange {
  readonly subscription: SandboxSubscription;
  readonly from: SandboxPlan;
  readonly to: SandboxPlan;
  readonly lines: readonly InvoiceLine[];
  /** Period after the change. */
  readonly period: Period;
}

/** Computes the change. Where a new period begins, it does so at `newPeriodAt`. */
function computeChange(ledger: Ledger, change: PriceChange, newPeriodAt: Date): ComputedChange {
  const subscription = requireSubscription(ledger, change.providerSubscriptionId);
  requirePaidPeriod(subscription, change.at);
  requireNothingReturned(ledger, subscription, change.at);
  // An earlier change that waits for its payment is dropped, and its credit is restored.
  dropPendingChange(ledger, subscription);
  const from = presentPlan(ledger, subscription);
  const to = ledger.catalogue.getPlan(change.priceIds);
  requireCurrency(ledger, to);
  if (subscription.trialEnd) {
    // The trial goes on as it is, and costs nothing with any plan.
    return { subscription, from, to, lines: [], period: subscription };
  }
  if (beginsPeriod(from, to)) {
    const period = newPeriod(to, newPeriodAt);
    const unused = unusedLines(from, subscription, change.at);
    const lines = [...unused, ...periodLines(to, period)];
    return { subscription, from, to, lines, period };
  }
  const lines = changeLines({ from, to, period: subscription, at: change.at });
  return { subscription, from, to, lines, period: subscription };
}

/** Refuses where the period is not paid, and at an instant outside of it. */
export function requirePaidPeriod(
  { status, periodStart, periodEnd }: SandboxSubscription,
  at: Date,
): void {
  if (status !== 'active') {
    throw new PaymentOpen();
  }
  if (at < periodStart || at > periodEnd) {
    throw new InstantOutsidePeriod();
  }
}

/** Refuses a change that would credit money which went back already. */
function requireNothingReturned(
  { invoices }: Ledger,
  { id, periodEnd }: SandboxSubscription,
  at: Date,
): void {
  const latest = invoices.filter(({ subscriptionId }) => subscriptionId === id).at(-1);
  const span = { to: periodEnd, at };
  if (
    latest &&
    exceedsDelivered({ ...latest, ...span, returned: latest.credited, from: latest.createdAt })
  ) {
    throw new PaymentReturned();
  }
}
