import type { Transaction } from '../../../platform/transaction.ts';
import { changePlan, changeStatus, findPlan } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { ProviderSubscription } from '../port/payment-provider.ts';
import { isRetired, type PricedPlan, planOfItems, pricedPlanOf } from '../port/rules/plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { writeBillingAccount } from '../records/billing-account-store.ts';
import { hasDecidingIntent } from '../records/intent-store.ts';
import type { StoredProject } from './difference.ts';
import { followStatus, recordDecision } from './follow-status.ts';
import { notifyPlanChange } from './notify-plan-change.ts';
import { frequencyOf, toPlanDetails } from './plan-details.ts';
import type { Snapshot } from './snapshot.ts';

interface Following {
  readonly kept: StoredProject;
  readonly snapshot: Snapshot;
}

/** Takes over from the provider: a first payment, the plan, the status, an end. */
export async function followCharged(
  tx: Transaction,
  following: Following,
  context: PayingContext,
): Promise<void> {
  const { kept, snapshot } = following;
  const { subscription, account } = kept;
  const { charged } = snapshot;
  if (!charged || subscription.status === 'canceled') {
    return;
  }
  if (account.isPending) {
    await followFirstPayment(tx, { following, charged }, context);
    return;
  }
  // An open intent may be half done, which would look like a decision of the provider.
  if (await hasDecidingIntent(tx, subscription.id)) {
    return;
  }
  if (charged.status === 'canceled' && isOnFree(following, charged, context)) {
    await writeBillingAccount(tx, subscription.id, { charged: null });
    // A paid price that it had at its end is not followed: nobody pays for that plan.
    if (planOfItems(context.settings, charged.items)?.free) {
      await followPlan(tx, { following, charged }, context);
    }
    if (subscription.status !== 'active') {
      // Its open invoices are not collected any more. Nobody paid, so no payment is recorded.
      const at = context.clock.now();
      await changeStatus(tx, { id: subscription.id, status: 'active', at }, context);
    }
    return;
  }
  await followRunning(tx, { following, charged }, context);
}

/** Whether the subscription ended on the free plan: then the project goes on with nothing at the provider. */
function isOnFree(
  { kept }: Following,
  { items }: ProviderSubscription,
  { settings }: PayingContext,
): boolean {
  const plan = findPlan(settings, kept.subscription.planId);
  return plan?.free === true || planOfItems(settings, items)?.free === true;
}

interface Charged {
  readonly following: Following;
  readonly charged: ProviderSubscription;
}

/** Keeps the project on the free plan until its first payment is made, or once that was given up. */
async function followFirstPayment(
  tx: Transaction,
  { following, charged }: Charged,
  context: PayingContext,
): Promise<void> {
  const { id } = following.kept.subscription;
  if (charged.status === 'canceled') {
    await writeBillingAccount(tx, id, { charged: null });
  } else if (charged.status !== 'incomplete') {
    await writeBillingAccount(tx, id, { charged: { id: charged.id, isPending: false } });
    await followRunning(tx, { following, charged }, context);
  }
}

async function followRunning(
  tx: Transaction,
  { following, charged }: Charged,
  context: PayingContext,
): Promise<void> {
  const { kept, snapshot } = following;
  const { subscription, account } = kept;
  if (charged.status !== 'canceled') {
    await followPlan(tx, { following, charged }, context);
  }
  if (charged.status !== subscription.status) {
    const { invoices, card } = snapshot;
    const { endsAt, trialEnd } = account;
    const before = { subscription, endsAt, trialEnd };
    const change = { ...before, now: charged, invoices, card: card ?? undefined };
    await followStatus(tx, change, context);
  }
}

/** Takes over the plan. Prices that the configuration does not have keep the plan and are reported as drift. */
async function followPlan(
  tx: Transaction,
  { following, charged }: Charged,
  context: PayingContext,
): Promise<void> {
  const { subscription, account } = following.kept;
  const { settings } = context;
  const now = pricedPlanOf(settings, charged.items);
  const before = pricedPlanOf(settings, account.items);
  const isSame = now?.plan.id === subscription.planId;
  if (!now || (isSame && !hasLeftPrice({ before, now }, account, charged))) {
    return;
  }
  const planId = now.plan.id;
  await changePlan(tx, { id: subscription.id, planId, at: context.clock.now() }, context);
  const frequency = { from: frequencyOf(before), to: frequencyOf(now) };
  const details = toPlanDetails({ from: subscription.planId, to: planId }, frequency);
  const action = 'subscription.plan-changed';
  await recordDecision(tx, { subscription, action, details }, context);
  const { free } = now.plan;
  const next = free ? null : undefined;
  const trialEnd = free ? null : charged.trialEnd;
  const mailed = { subscription, planId, frequency, cost: null, next, trialEnd };
  await notifyPlanChange(tx, mailed, context);
}

/** Whether the subscription moved to another price of its plan: another frequency, or from a retired price to the present one. */
function hasLeftPrice(
  { before, now }: { readonly before: PricedPlan | undefined; readonly now: PricedPlan },
  { items }: Pick<BillingAccount, 'items'>,
  charged: ProviderSubscription,
): boolean {
  const isRepriced = before?.plan === now.plan && before.price !== now.price;
  return isRepriced || (isRetired(now.plan, items) && !isRetired(now.plan, charged.items));
}
