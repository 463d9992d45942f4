import { Refusal, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findAccountById } from '../../identity/index.ts';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import { computeChange } from '../changes/shared/compute-change.ts';
import {
  decidePrice,
  type PlanScene,
  readPlanScene,
} from '../changes/shared/decide-plan-change.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import type { ChangePreview } from '../port/payment-provider.ts';
import { asRefusals, requirePaymentsFor } from '../port/require-payments.ts';
import { isRetired, type PricedPlan, toTerms } from '../port/rules/plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf } from '../records/intent.ts';
import { findNewestIntent } from '../records/intent-store.ts';

/** A move from a retired price to the present one of the plan, with its cost. */
export interface Move extends PricedPlan {
  readonly subscription: Subscription;
  readonly account: BillingAccount;
  readonly cost: ChangePreview;
  /** Number of the project's newest change of money when the move was prepared. */
  readonly newest: string | undefined;
}

/** Asks the provider what the move costs; refuses one that is not possible. */
export async function prepareMove(
  subscription: Subscription,
  context: PayingChangeContext,
): Promise<Move> {
  // The prices or the keys may have changed since they were last checked.
  await asRefusals(() => context.prices.check());
  const at = context.clock.now();
  const newest = (await findNewestIntent(context.db, subscription.id))?.number;
  const { account, ...priced } = await requireMovable(subscription, at, context);
  requirePaymentsFor({ ...priced, account }, context);
  refuseUnless(account?.card, 'billing/card-missing');
  const change = { account, ...priced, at, keepsEnd: true } as const;
  const cost = await asRefusals(() => computeChange(change, context));
  return { subscription, account, ...priced, cost, newest };
}

/** Checks the move again under the project's lock, and answers the change that makes it. */
export async function toMove(
  tx: Transaction,
  subscription: Subscription,
  { plan, price, cost, newest }: Move,
  context: PayingChangeContext,
): Promise<{ readonly request: RequestOf<'change-plan'>; readonly newest: string | undefined }> {
  const again = await requireMovable(subscription, context.clock.now(), { ...context, db: tx });
  // The project may have another plan or frequency meanwhile.
  refuseUnless(again.price === price, 'billing/under-way');
  const { dueNow, credit, next, nextAt } = cost;
  const request = {
    kind: 'change-plan',
    plan: toTerms({ plan, price }),
    fromPlanId: plan.id,
    fromFrequency: price.frequency,
    email: (await findAccountById(tx, subscription.ownerId))?.email ?? '',
    at: cost.at.toISOString(),
    shown: {
      dueNow: dueNow.amount,
      credit: credit.amount,
      next: next.amount,
      nextAt: nextAt?.toISOString() ?? null,
    },
    cardId: null,
    cardBefore: null,
  } as const;
  return { request, newest };
}

async function requireMovable(
  subscription: Subscription,
  at: Date,
  { db, settings }: PayingChangeContext,
): Promise<PricedPlan & Pick<PlanScene, 'account'>> {
  const { planId } = subscription;
  const scene = await readPlanScene(db, { subscription, at });
  const { account } = scene;
  const plan = findPlan(settings, planId);
  // Another price than the plan's own was agreed with the customer.
  refuseUnless(plan && isRetired(plan, account?.items), 'operator/no-retired-price');
  refuseIf(account?.scheduled != null, 'operator/change-scheduled');
  try {
    const wanted = { planId, frequency: undefined, currency: undefined };
    const priced = decidePrice(scene, wanted, settings);
    refuseIf(scene.hasReturnedMoney, 'billing/payment-returned');
    return { ...priced, account };
  } catch (error) {
    const isSame = error instanceof Refusal && error.code === 'plan/same';
    throw isSame ? new Refusal('operator/no-retired-price') : error;
  }
}
