import type { HearthConfig } from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { isCheaperPerDay, isLonger } from '../port/period.ts';
import { arePrices, type PricedPlan, priceAmount, pricedPlanOf } from '../port/plan.ts';
import type { BillingAccount } from '../records/billing-account-row-store.ts';

/** Whether a plan change takes effect now, or when the paid period ends. */
export type ChangeTime = 'now' | 'period-end';

interface Question extends PricedPlan {
  readonly account: BillingAccount | undefined;
  readonly settings: Pick<HearthConfig, 'plans' | 'billing'>;
}

/** Returns when the change takes effect. Refuses a change that is scheduled already, and one after a set end. */
export function requireChangeTime(question: Question): ChangeTime {
  const { account, price } = question;
  const when = findChangeTime(question);
  if (when === 'period-end') {
    refuseIf(account?.endsAt != null, 'subscription/ending');
    const isScheduled = arePrices(account?.scheduled?.priceIds ?? [], price.priceIds);
    refuseIf(isScheduled, 'plan/scheduled');
  }
  return when;
}

/** A change of what is not charged, or of a price that the configuration does not have, never waits. */
function findChangeTime({ plan, price, account, settings }: Question): ChangeTime {
  const present = findPresent(account, settings);
  if (!present) {
    return 'now';
  }
  const { cheaper = 'now', shorter = 'period-end' } = settings.billing.downgrade ?? {};
  // A free price is never charged, so how often does not matter.
  if (plan.free) {
    return cheaper;
  }
  const to = { amount: priceAmount(price).amount, frequency: price.frequency };
  if (isLonger(to.frequency, present.frequency)) {
    return 'now';
  }
  const waits =
    (shorter === 'period-end' && isLonger(present.frequency, to.frequency)) ||
    (cheaper === 'period-end' && isCheaperPerDay(to, present));
  return waits ? 'period-end' : 'now';
}

/** Price that is charged now. Undefined in a trial, without a charge, or where the configuration does not know the frequency. */
function findPresent(account: Question['account'], settings: Question['settings']) {
  const present = pricedPlanOf(settings, account?.priceIds ?? []);
  const isRunning = account?.providerSubscriptionId != null && !account.isPending;
  const isCharged = isRunning && account.trialEnd === null;
  return isCharged && account.price && present && !present.plan.free
    ? { amount: account.price.amount, frequency: present.price.frequency }
    : undefined;
}
