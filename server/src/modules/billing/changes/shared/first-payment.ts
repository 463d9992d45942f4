import { refuseIf, refuseUnless } from '../../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import type { Caller } from '../../../identity/index.ts';
import type { BillingServices } from '../../port/billing-services.ts';
import type { PricedPlan } from '../../port/plan.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';
import { type FirstPayment, isFirstPayment } from './compute-change.ts';
import { computePurchaseCost } from './purchase-cost.ts';
import { requireFirst } from './require-first.ts';
import { beginTrial, findTrialEnd, requireLowering } from './trial.ts';

interface Question extends PricedPlan {
  readonly account: BillingAccount | undefined;
  /** Code as it was typed; undefined without one. */
  readonly promotionCode: string | undefined;
  /** Whether the owner was shown a trial. */
  readonly isTrialExpected?: boolean;
}

type Context = BillingServices & { readonly db: Database; readonly caller: Caller };

/** The code and the trial with which a free project becomes paid; undefined for a change of what was charged before, which takes neither. */
export async function findFirstPayment(
  { plan, price, account, promotionCode, isTrialExpected = false }: Question,
  context: Context,
): Promise<FirstPayment | undefined> {
  if (!isFirstPayment(plan, account)) {
    refuseUnless(promotionCode === undefined, 'billing/code-invalid');
    refuseIf(isTrialExpected, 'billing/trial-used');
    return undefined;
  }
  const wanted = { plan, price, promotionCode, buyer: undefined };
  const { promotion } =
    promotionCode === undefined ? {} : await computePurchaseCost(wanted, context);
  const { trial } = plan;
  const boughtAt = context.clock.now();
  const trialEnd = await findTrialEnd(trial, context);
  refuseIf(isTrialExpected && !trialEnd, 'billing/trial-used');
  if (!trial || !trialEnd) {
    return { promotion };
  }
  requireLowering(promotion, { boughtAt, at: trialEnd });
  return { promotion, trialDays: trial.days };
}

interface Claim extends PricedPlan {
  readonly subscriptionId: string;
  readonly first: FirstPayment | undefined;
}

/** Notes trial and code of a first payment, and answers them as its intent keeps them. Refuses those that were used meanwhile. */
export async function claimFirstPayment(
  tx: Transaction,
  { plan, subscriptionId, first }: Claim,
  context: Context,
): Promise<{ readonly discountId?: string; readonly trialDays?: number }> {
  const { promotion, trialDays } = first ?? {};
  const accountId = context.caller.uid;
  await requireFirst(tx, { promotion, accountId, subscriptionId });
  const discount = promotion ? { discountId: promotion.id } : {};
  if (trialDays === undefined) {
    return discount;
  }
  // A free project is not ended by a trial without a card, so the change has one.
  const claim = { trial: plan.trial, promotion, subscriptionId, hasCard: true, isExpected: true };
  const days = await beginTrial(tx, claim, context);
  return days === undefined ? discount : { ...discount, trialDays: days };
}
