import { type Ledger, recordEvent, type SandboxSubscription } from '../ledger.ts';
import type { SandboxPlan } from './catalogue.ts';
import { presentPlan } from './sold-plan.ts';

/** Plan that the next renewal charges: the scheduled one, else the present one. */
export function nextPlan(
  ledger: Pick<Ledger, 'catalogue' | 'invoices'>,
  subscription: SandboxSubscription,
): SandboxPlan {
  return findScheduled(ledger, subscription) ?? presentPlan(ledger, subscription);
}

/** Takes the scheduled plan over when the period ends, before the renewal is charged. At another frequency, periods are counted from there. */
export function turnToScheduled(ledger: Ledger, subscription: SandboxSubscription): void {
  const { priceIds, periodEnd } = subscription;
  const to = findScheduled(ledger, subscription);
  if (to) {
    const isSameRhythm = ledger.catalogue.findPlan(priceIds)?.frequency === to.frequency;
    subscription.priceIds = to.priceIds;
    subscription.soldAmount = to.total.amount;
    subscription.billingCycleAnchor = isSameRhythm ? subscription.billingCycleAnchor : periodEnd;
    subscription.scheduledPriceIds = null;
    recordEvent(ledger, 'subscription_schedule.updated');
  }
}

/** Undefined also where the configuration has lost the prices since. */
function findScheduled(
  { catalogue }: Pick<Ledger, 'catalogue'>,
  { scheduledPriceIds }: SandboxSubscription,
): SandboxPlan | undefined {
  return scheduledPriceIds ? catalogue.findPlan(scheduledPriceIds) : undefined;
}
