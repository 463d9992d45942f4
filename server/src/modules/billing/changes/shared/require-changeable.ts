import type { HearthConfig } from '@hearth/contract';
import { refuseIf } from '../../../../platform/refusal.ts';
import type { Database } from '../../../../platform/transaction.ts';
import {
  countSeats,
  findPlan,
  requireRunning,
  type Subscription,
  type SubscriptionHooks,
} from '../../../subscriptions/index.ts';
import {
  arePrices,
  choosePrice,
  type Plan,
  type PresentPrice,
  type PricedPlan,
  priceOfIds,
  requireChoosable,
  type WantedPrice,
} from '../../port/plan.ts';
import type { BillingAccount } from '../../records/billing-account-row-store.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import { hasReturnedMoney } from '../../records/returned-money-store.ts';
import type { ChangeTime } from './compute-change.ts';

interface PlanQuestion extends WantedPrice {
  readonly subscription: Subscription;
  readonly planId: string;
  readonly settings: HearthConfig;
  readonly subscriptionHooks: Pick<SubscriptionHooks, 'beforePlanChange'>;
  readonly at: Date;
}

/** Answers the plan and its price, and refuses where the subscription cannot move to it. */
export async function requireChangeable(
  db: Database,
  { subscription, planId, settings, subscriptionHooks, at, ...wanted }: PlanQuestion,
): Promise<PricedPlan> {
  const account = await findBillingAccount(db, subscription.id);
  const present = findPresentPrice({ subscription, account, settings });
  // This check comes first, so that a subscriber of a legacy plan reads that they are on it.
  const own = subscription.planId === planId ? findPlan(settings, planId) : undefined;
  refuseIf(own !== undefined && isSamePrice(own, { account, wanted, settings }), 'plan/same');
  const plan = requireChoosable(settings, planId);
  requireRunning(subscription);
  const price = choosePrice(plan, wanted, present);
  const { members, pending } = await countSeats(db, { subscriptionId: subscription.id, at });
  const used = members + pending;
  const { seats } = plan;
  refuseIf(seats !== null && used > seats, 'seats/too-many-in-use', `${used} of ${seats}`);
  if (planId !== subscription.planId) {
    await subscriptionHooks.beforePlanChange(db, { subscription, planId, at });
  }
  return { plan, price };
}

interface ChangeOfPrice {
  readonly subscriptionId: string;
  readonly when: ChangeTime;
  readonly at: Date;
}

/** Refuses a change that would credit money which went back. One that waits for the end of the period credits nothing. */
export async function requireMoneyKept(
  db: Database,
  { subscriptionId, when, at }: ChangeOfPrice,
): Promise<void> {
  const isCredited = when === 'now' && (await hasReturnedMoney(db, { subscriptionId, at }));
  refuseIf(isCredited, 'billing/payment-returned');
}

type Settings = Pick<PlanQuestion, 'settings'>;

/** The price of the running subscription; undefined where none runs, or before its first payment. */
function findPresentPrice({
  subscription,
  account,
  settings,
}: Settings & {
  readonly subscription: Subscription;
  readonly account: BillingAccount | undefined;
}): PresentPrice | undefined {
  if (!account?.providerSubscriptionId || account.isPending) {
    return undefined;
  }
  const price = priceOfIds(settings, account.priceIds ?? []);
  const currency = account.price?.currency ?? price?.currency;
  const isFree = findPlan(settings, subscription.planId)?.free === true;
  return currency === undefined
    ? undefined
    : { currency, frequency: isFree ? undefined : price?.frequency };
}

interface SamePrice extends Settings {
  readonly account: BillingAccount | undefined;
  readonly wanted: WantedPrice;
}

/** Whether the subscription would stay on the price of its plan that it has. A retired price can be left. */
function isSamePrice(plan: Plan, { account, wanted, settings }: SamePrice): boolean {
  const paid = priceOfIds(settings, account?.priceIds ?? []);
  if (plan.free || !paid || !plan.prices.includes(paid)) {
    // A price that the configuration does not have is left only for one that the request names.
    return plan.free || plan.prices.length === 1 || !isNamed(wanted);
  }
  const isKept =
    (wanted.frequency ?? paid.frequency) === paid.frequency &&
    (wanted.currency ?? paid.currency) === paid.currency;
  return isKept && (!isSold(plan, paid) || arePrices(paid.priceIds, account?.priceIds ?? []));
}

const isSold = (plan: Plan, price: PricedPlan['price']) => !plan.legacy && !price.legacy;

const isNamed = ({ frequency, currency }: WantedPrice) =>
  frequency !== undefined || currency !== undefined;
