import type { HearthConfig } from '@hearth/contract';
import { refuseIf } from '../../../../platform/refusal.ts';
import type { Database } from '../../../../platform/transaction.ts';
import {
  countSeats,
  findPlan,
  requireRunning,
  type Subscription,
} from '../../../subscriptions/index.ts';
import { hasOthers, isSamePlan, planQuantityOf } from '../../port/price-item.ts';
import { isGivenPlan } from '../../port/rules/given-plan.ts';
import { isCheaperPerDay, isLonger } from '../../port/rules/period.ts';
import {
  choosePrice,
  isRetired,
  itemsOf,
  type Plan,
  type PresentPrice,
  type PricedPlan,
  priceAmount,
  pricedPlanOf,
  priceOfItems,
  requireChoosable,
  type WantedPrice,
} from '../../port/rules/plan.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import { hasReturnedMoney } from '../../records/returned-money-store.ts';

/** All that our rows say about a project whose plan is to change; the change is decided from it. */
export interface PlanScene {
  readonly subscription: Subscription;
  readonly account: BillingAccount | undefined;
  /** Seats of members and of pending invites. */
  readonly usedSeats: number;
  /** Whether money of the present period went back, so that a change now would credit it again. */
  readonly hasReturnedMoney: boolean;
}

/** Reads the scene; under the subscription's lock it is read once more. */
export async function readPlanScene(
  db: Database,
  { subscription, at }: { readonly subscription: Subscription; readonly at: Date },
): Promise<PlanScene> {
  const about = { subscriptionId: subscription.id, at };
  const account = await findBillingAccount(db, subscription.id);
  const { members, pending } = await countSeats(db, about);
  const isReturned = await hasReturnedMoney(db, about);
  return { subscription, account, usedSeats: members + pending, hasReturnedMoney: isReturned };
}

export interface WantedPlan extends WantedPrice {
  readonly planId: string;
}

/** Whether a plan change takes effect now, or when the paid period ends. */
export type ChangeTime = 'now' | 'period-end';

export interface PlanDecision extends PricedPlan {
  readonly when: ChangeTime;
}

/** Decides which price the project moves to, and when. Refuses a change that is not possible now. */
export function decidePlanChange(
  scene: PlanScene,
  wanted: WantedPlan,
  settings: HearthConfig,
): PlanDecision {
  const priced = decidePrice(scene, wanted, settings);
  const when = decideTime(scene.account, priced, settings);
  // A change that waits for the end of the period credits nothing.
  refuseIf(when === 'now' && scene.hasReturnedMoney, 'billing/payment-returned');
  return { ...priced, when };
}

/** Answers the plan and its price, and refuses where the project cannot have it. */
export function decidePrice(
  { subscription, account, usedSeats }: PlanScene,
  { planId, ...wanted }: WantedPlan,
  settings: HearthConfig,
): PricedPlan {
  const present = findPresentPrice(subscription, account, settings);
  // This check comes first, so that a subscriber of a legacy plan reads that they are on it.
  const own = subscription.planId === planId ? findPlan(settings, planId) : undefined;
  refuseIf(own !== undefined && isSamePrice(own, wanted, account, settings), 'plan/same');
  const plan = requireChoosable(settings, planId);
  requireRunning(subscription);
  const price = choosePrice(plan, wanted, present);
  const { seats } = plan;
  refuseIf(
    seats !== null && usedSeats > seats,
    'seats/too-many-in-use',
    `${usedSeats} of ${seats}`,
  );
  return { plan, price };
}

/** Refuses a change that is scheduled already, and one after a set end. */
function decideTime(
  account: BillingAccount | undefined,
  priced: PricedPlan,
  settings: HearthConfig,
): ChangeTime {
  const when = waits(account, priced, settings) ? 'period-end' : 'now';
  if (when === 'period-end') {
    refuseIf(account?.endsAt != null, 'subscription/ending');
    const isScheduled = isSamePlan(account?.scheduled?.items, itemsOf(priced.price));
    refuseIf(isScheduled, 'plan/scheduled');
  }
  return when;
}

/** A change of what is not charged or was given, or of a price that the configuration does not have, never waits. */
function waits(
  account: BillingAccount | undefined,
  { plan, price }: PricedPlan,
  settings: HearthConfig,
): boolean {
  const present = findCharged(account, settings);
  if (!present) {
    return false;
  }
  const { cheaper = 'now', shorter = 'period-end' } = settings.billing.downgrade ?? {};
  // A free price is never charged, so how often does not matter.
  if (plan.free) {
    return cheaper === 'period-end';
  }
  if (isGivenPlan(account, settings)) {
    return false;
  }
  const amount = priceAmount(price).amount * planQuantityOf(account?.items);
  const to = { amount, frequency: price.frequency };
  if (isLonger(to.frequency, present.frequency)) {
    return false;
  }
  return (
    (shorter === 'period-end' && isLonger(present.frequency, to.frequency)) ||
    (cheaper === 'period-end' && isCheaperPerDay(to, present))
  );
}

/** Price that is charged now. Undefined in a trial, without a charge, or where the configuration does not know the frequency. */
function findCharged(account: BillingAccount | undefined, settings: HearthConfig) {
  const present = pricedPlanOf(settings, account?.items);
  const isRunning = account?.providerSubscriptionId != null && !account.isPending;
  const isCharged = isRunning && account.trialEnd === null;
  if (!isCharged || !account.price || !present || present.plan.free) {
    return undefined;
  }
  // The amount that is charged has more in it than the plan if there are other items.
  const ofPlan = priceAmount(present.price).amount * planQuantityOf(account.items);
  const amount = hasOthers(account.items) ? ofPlan : account.price.amount;
  return { amount, frequency: present.price.frequency };
}

/** The price of the running subscription; undefined where none runs, or before its first payment. */
function findPresentPrice(
  subscription: Subscription,
  account: BillingAccount | undefined,
  settings: HearthConfig,
): PresentPrice | undefined {
  if (!account?.providerSubscriptionId || account.isPending) {
    return undefined;
  }
  const price = priceOfItems(settings, account.items);
  const currency = account.price?.currency ?? price?.currency;
  const isFree = findPlan(settings, subscription.planId)?.free === true;
  return currency === undefined
    ? undefined
    : { currency, frequency: isFree ? undefined : price?.frequency };
}

/** Whether the subscription would stay on the price of its plan that it has. A retired price can be left. */
function isSamePrice(
  plan: Plan,
  wanted: WantedPrice,
  account: BillingAccount | undefined,
  settings: HearthConfig,
): boolean {
  const paid = priceOfItems(settings, account?.items);
  if (plan.free || !paid || !plan.prices.includes(paid)) {
    // A price that the configuration does not have is left only for one that the request names.
    return plan.free || plan.prices.length === 1 || !isNamed(wanted);
  }
  const isKept =
    (wanted.frequency ?? paid.frequency) === paid.frequency &&
    (wanted.currency ?? paid.currency) === paid.currency;
  return isKept && (!isSold(plan, paid) || !isRetired(plan, account?.items));
}

const isSold = (plan: Plan, price: PricedPlan['price']) => !plan.legacy && !price.legacy;

const isNamed = ({ frequency, currency }: WantedPrice) =>
  frequency !== undefined || currency !== undefined;
