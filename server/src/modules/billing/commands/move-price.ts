import { formatMoney } from '@hearth/contract';
import { Refusal, refuseIf } from '../../../platform/refusal.ts';
import { findAccountById } from '../../identity/index.ts';
import {
  findPlan,
  findSubscription,
  lockSubscription,
  type Subscription,
} from '../../subscriptions/index.ts';
import { computeChange } from '../changes/shared/compute-change.ts';
import {
  decidePrice,
  type PlanScene,
  readPlanScene,
} from '../changes/shared/decide-plan-change.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import type { ChangePreview } from '../port/payment-provider.ts';
import { hasOthers, planQuantityOf, toItemsText } from '../port/price-item.ts';
import { requirePaymentsFor } from '../port/require-payments.ts';
import { isRetired, itemsOf, type PricedPlan, priceAmount, toTerms } from '../port/rules/plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import type { Intent } from '../records/intent.ts';
import { lockOpenKinds } from '../records/intent-store.ts';
import { insertByOperator } from './begin-by-operator.ts';
import { carryOutBegun } from './carry-out-begun.ts';
import { getProjectId } from './get-project-id.ts';
import { CommandRefused, type Report, toOutcomeText } from './report.ts';

interface Moving {
  /** Id of the project, of one of its intents or of its customer. */
  readonly name: string;
  /** Makes the move; without it, only the cost is shown. */
  readonly isMeant: boolean;
}

/** Moves a subscriber of a retired price to the plan's present price, as its owner can. */
export async function movePrice(
  { name, isMeant }: Moving,
  context: PayingChangeContext,
): Promise<Report> {
  const subscriptionId = await getProjectId(name, context);
  const subscription = await findSubscription(context.db, subscriptionId);
  if (!subscription) {
    throw new CommandRefused('This project was removed.');
  }
  const at = context.clock.now();
  const { account, ...priced } = await requireMovable(subscription, at, context);
  requirePaymentsFor({ ...priced, account }, context);
  if (!account?.card) {
    throw new CommandRefused('This project has no card to charge.');
  }
  const cost = await computeChange({ account, ...priced, at, keepsEnd: true }, context);
  const lines = describe({ subscription, ...priced, account, cost });
  if (!isMeant) {
    return {
      lines: [...lines, 'Nothing was changed. Add --yes to move the project.'],
      isFine: true,
    };
  }
  const intent = await begin({ subscription, ...priced, cost }, context);
  return await carryOutMove({ intent, lines }, context);
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
  if (plan && !isRetired(plan, account?.items)) {
    throw notRetired();
  }
  if (account?.scheduled) {
    throw new CommandRefused(
      'A plan change of this project is scheduled, and the move would drop it.',
    );
  }
  try {
    const priced = decidePrice(
      scene,
      { planId, frequency: undefined, currency: undefined },
      settings,
    );
    refuseIf(scene.hasReturnedMoney, 'billing/payment-returned');
    return { ...priced, account };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'plan/same') {
      throw notRetired();
    }
    throw error;
  }
}

const notRetired = () =>
  new CommandRefused('This project does not pay a retired price of a plan that is sold.');

interface Move extends PricedPlan {
  readonly subscription: Subscription;
  readonly cost: ChangePreview;
}

function describe({
  subscription: { id },
  plan,
  price: present,
  account: { price, items },
  cost: { dueNow, credit, next, nextAt },
}: Move & { readonly account: BillingAccount }): string[] {
  const renewal = nextAt ? `${formatMoney(next)} at ${nextAt.toISOString()}` : 'none';
  const others = hasOthers(items) ? ', and what it pays besides' : '';
  const times = planQuantityOf(items) === 1 ? '' : `${planQuantityOf(items)} × `;
  return [
    `Project       ${id} on ${plan.id}`,
    `Pays          ${price ? `${formatMoney(price)} per ${present.frequency}` : 'nothing'} (${toItemsText(items ?? [])})`,
    `Would pay     ${times}${formatMoney(priceAmount(present))} per ${present.frequency} (${toItemsText(itemsOf(present))})${others}`,
    `Due now       ${formatMoney(dueNow)}`,
    `Credit kept   ${formatMoney(credit)}`,
    `Next renewal  ${renewal}`,
  ];
}

async function begin(
  { subscription, plan, price, cost }: Move,
  context: PayingChangeContext,
): Promise<Intent> {
  const { id: subscriptionId, ownerId: accountId } = subscription;
  const createdAt = context.clock.now();
  return await context.db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    if ((await lockOpenKinds(tx, subscriptionId)).length > 0) {
      throw new CommandRefused(
        'A change of this project is open. Settle it first; "billing show" names it.',
      );
    }
    const now = (await findSubscription(tx, subscriptionId)) ?? subscription;
    if (now.planId !== plan.id || now.ownerId !== accountId) {
      throw new CommandRefused('The project has changed meanwhile. Look at it again.');
    }
    await requireMovable(now, createdAt, { ...context, db: tx });
    const { dueNow, credit, next, nextAt } = cost;
    const request = {
      kind: 'change-plan',
      plan: toTerms({ plan, price }),
      fromPlanId: plan.id,
      fromFrequency: price.frequency,
      email: (await findAccountById(tx, accountId))?.email ?? '',
      at: cost.at.toISOString(),
      shown: {
        dueNow: dueNow.amount,
        credit: credit.amount,
        next: next.amount,
        nextAt: nextAt?.toISOString() ?? null,
      },
      cardId: null,
      cardBefore: null,
      byOperator: true,
    } as const;
    return await insertByOperator(tx, { subscriptionId, accountId, request }, context);
  });
}

async function carryOutMove(
  { intent, lines }: { readonly intent: Intent; readonly lines: readonly string[] },
  context: PayingChangeContext,
): Promise<Report> {
  const outcome = await carryOutBegun(intent, context);
  return {
    lines: [...lines, `Intent ${intent.id} (change-plan) is ${toOutcomeText(outcome)}.`],
    isFine: 'result' in outcome,
  };
}
