import type { Ledger, SandboxInvoice, SandboxSubscription } from '../ledger.ts';

const hourMs = 3_600_000;

/** How long a first payment or a plan change waits for confirmation. */
const waitMs = 23 * hourMs;
export type StepKind = 'expire' | 'expire-change' | 'retry' | 'renew' | 'end';

/** A step that is due at an instant. */
export interface Step {
  readonly kind: StepKind;
  readonly at: Date;
}

const after = (start: Date, ms: number) => new Date(start.getTime() + ms);

/** Finds the subscription's next step: the earliest, and a retry before the period ends. */
export function findNextStep(
  ledger: Pick<Ledger, 'invoices'>,
  subscription: SandboxSubscription,
): Step | undefined {
  if (subscription.status === 'canceled') {
    return undefined;
  }
  if (subscription.status === 'incomplete') {
    return { kind: 'expire', at: after(subscription.createdAt, waitMs) };
  }
  const open = ledger.invoices.filter(
    ({ subscriptionId, status }) => subscriptionId === subscription.id && status === 'open',
  );
  const steps = [...open.flatMap(stepsOfInvoice), endOfPeriod(subscription)];
  return steps.reduce((first, step) => (step.at < first.at ? step : first));
}

function endOfPeriod({ periodEnd, cancelAtPeriodEnd }: SandboxSubscription): Step {
  return { kind: cancelAtPeriodEnd ? 'end' : 'renew', at: periodEnd };
}

function stepsOfInvoice(invoice: SandboxInvoice): Step[] {
  if (invoice.reason === 'update') {
    return [{ kind: 'expire-change', at: after(invoice.createdAt, waitMs) }];
  }
  return invoice.nextAttemptAt ? [{ kind: 'retry', at: invoice.nextAttemptAt }] : [];
}
