import { periodAround } from '../../port/period.ts';
import {
  collect,
  draftInvoice,
  dropPendingChange,
  endSubscription,
  openInvoice,
} from './invoices.ts';
import {
  findDefaultCard,
  type Ledger,
  listOwed,
  recordEvent,
  type SandboxSubscription,
} from './ledger.ts';
import type { SandboxPlan } from './rules/catalogue.ts';
import { periodLines } from './rules/proration.ts';
import type { StepKind } from './rules/renewal-rules.ts';
import { nextAttemptAt } from './rules/retry-days.ts';
import { turnToScheduled } from './rules/scheduling.ts';
import { presentPlan } from './rules/sold-plan.ts';
import { endsWithTrial } from './trial.ts';

type TakeStep = (ledger: Ledger, subscription: SandboxSubscription) => void;

/** Steps of a subscription that come due, by their kind. The ledger's instant is that of the step. */
export const subscriptionSteps: Record<StepKind, TakeStep> = {
  expire: endSubscription,
  'expire-change': dropPendingChange,
  retry,
  renew,
  end: endSubscription,
};

function renew(ledger: Ledger, subscription: SandboxSubscription): void {
  dropPendingChange(ledger, subscription);
  turnToScheduled(ledger, subscription);
  const plan = presentPlan(ledger, subscription);
  if (endsWithTrial(ledger, subscription, plan.total.amount)) {
    endSubscription(ledger, subscription);
    return;
  }
  subscription.trialEnd = null;
  beginNextPeriod(subscription, plan);
  recordEvent(ledger, 'customer.subscription.updated');
  const invoice = {
    subscription,
    reason: 'cycle' as const,
    plan,
    lines: periodLines(plan, subscription),
  };
  if (subscription.status === 'unpaid') {
    draftInvoice(ledger, invoice);
    return;
  }

  const opened = openInvoice(ledger, invoice);
  if (collect(ledger, opened, findDefaultCard(ledger)).outcome !== 'paid') {
    opened.nextAttemptAt = nextAttemptAt(opened.createdAt, 0);
    subscription.status = 'past_due';
    recordEvent(ledger, 'customer.subscription.updated');
  }
}

function beginNextPeriod(subscription: SandboxSubscription, { frequency }: SandboxPlan): void {
  const { billingCycleAnchor, periodStart: before, periodEnd: periodStart } = subscription;
  // An earlier version beside this one begins a new period and leaves the anchor as it was.
  const isKept =
    billingCycleAnchor !== null &&
    isSameTime(periodAround(billingCycleAnchor, frequency, periodStart).start, periodStart);
  const anchor = isKept ? billingCycleAnchor : before;
  const { end: periodEnd } = periodAround(anchor, frequency, periodStart);
  Object.assign(subscription, { billingCycleAnchor: anchor, periodStart, periodEnd });
}

const isSameTime = (one: Date, other: Date) => one.getTime() === other.getTime();

function retry(ledger: Ledger, subscription: SandboxSubscription): void {
  const [invoice] = listOwed(ledger, subscription.id);
  if (!invoice || collect(ledger, invoice, findDefaultCard(ledger)).outcome === 'paid') {
    return;
  }
  invoice.retries += 1;
  invoice.nextAttemptAt = nextAttemptAt(invoice.createdAt, invoice.retries);
  if (!invoice.nextAttemptAt) {
    subscription.status = 'unpaid';
    recordEvent(ledger, 'customer.subscription.updated');
  }
}
