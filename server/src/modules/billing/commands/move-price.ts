import { formatMoney } from '@hearth/contract';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import { hasOthers, planQuantityOf, toItemsText } from '../port/price-item.ts';
import { itemsOf, priceAmount } from '../port/rules/plan.ts';
import type { Intent } from '../records/intent.ts';
import { lockOpenKinds } from '../records/intent-store.ts';
import { beginByOperator } from './begin-by-operator.ts';
import { carryOutBegun } from './carry-out-begun.ts';
import { getProjectId } from './get-project-id.ts';
import { type Move, prepareMove, toMove } from './prepare-move.ts';
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
  const move = await prepareMove(subscription, context);
  const lines = describe(move);
  if (!isMeant) {
    return {
      lines: [...lines, 'Nothing was changed. Add --yes to move the project.'],
      isFine: true,
    };
  }
  const intent = await begin(move, context);
  return await carryOutMove({ intent, lines }, context);
}

function describe({
  subscription: { id },
  plan,
  price: present,
  account: { price, items },
  cost: { dueNow, credit, next, nextAt },
}: Move): string[] {
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

async function begin(move: Move, context: PayingChangeContext): Promise<Intent> {
  const { id } = move.subscription;
  return await context.db.transaction().execute(async (tx) => {
    await lockSubscription(tx, id);
    if ((await lockOpenKinds(tx, id)).length > 0) {
      throw new CommandRefused(
        'A change of this project is open. Settle it first; "billing show" names it.',
      );
    }
    const subscription = await findSubscription(tx, id);
    if (!subscription) {
      throw new CommandRefused('This project was removed.');
    }
    const change = await toMove(tx, subscription, move, context);
    return await beginByOperator(tx, subscription, change, context);
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
