import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import {
  findSubscription,
  foundSubscription,
  requireFreeProject,
} from '../../subscriptions/index.ts';
import type { Begin } from '../intents/begin-intent.ts';
import { runOnce } from '../intents/run-once.ts';
import { isSameMoney } from '../port/amounts.ts';
import type { Money } from '../port/payment-provider.ts';
import { choosePrice, priceAmount, requireChoosable, toTerms } from '../port/plan.ts';
import type { PromotionCode } from '../port/promotion-code.ts';
import { requireRightAccount, requireSelling } from '../port/require-payments.ts';
import { isTaxed, toBuyer } from '../port/taxes.ts';
import { saga } from './shared/operation.ts';
import { requirePayer } from './shared/payer.ts';
import { computePurchaseCost } from './shared/purchase-cost.ts';
import { requireFirst } from './shared/require-first.ts';
import { beginTrial } from './shared/trial.ts';

interface Terms {
  /** Cost of the first period, with discount and tax. */
  readonly cost: Money;
  readonly promotion?: PromotionCode | undefined;
}

/** Creates a subscription; on a paid plan it begins with the first payment, or with a trial. */
export const createSubscription = saga(contract.createSubscription, async (input, context) => {
  const { caller, clock, settings } = context;
  const { promotionCode } = input;
  const plan = requireChoosable(settings, input.planId);
  const price = choosePrice(plan, input);
  refuseIf(plan.free && promotionCode !== undefined, 'billing/code-invalid');
  const { trial } = plan;
  const needsCard = !plan.free && (trial?.card !== false || input.billingInfo !== undefined);
  const payer = needsCard ? requirePayer({ plan, price }, input.billingInfo, context) : null;

  if (!plan.free) {
    requireSelling({ plan, price }, context);
    await requireRightAccount(context.payments);
  }

  const buyer = payer && isTaxed(settings, { plan }) ? toBuyer(payer.details) : undefined;
  const beginWith =
    ({ cost, promotion }: Terms): Begin =>
    async (tx) => {
      const { permissions } = settings;
      const code = 'subscription/too-many-free';
      await requireFreeProject(tx, { uid: caller.uid, planId: plan.id }, { settings, code });
      const founding = { ownerId: caller.uid, planId: plan.id, at: clock.now(), permissions };
      const { timeZone } = input;
      const { id } = await foundSubscription(
        tx,
        { ...founding, status: 'incomplete', timeZone },
        context,
      );
      await requireFirst(tx, { promotion, accountId: caller.uid, subscriptionId: id });
      const trialDays = plan.free
        ? undefined
        : await beginTrial(
            tx,
            {
              trial,
              promotion,
              subscriptionId: id,
              hasCard: payer !== null,
              isExpected: input.trial === true,
            },
            context,
          );
      requireShown(input, cost, trialDays !== undefined);
      const request = {
        kind: 'create',
        plan: toTerms({ plan, price }),
        email: caller.email,
        payer,
        ...(promotion && { discountId: promotion.id }),
        ...(trialDays !== undefined && { trialDays }),
        ...(buyer && { isTaxed: true as const }),
      } as const;
      return { subscriptionId: id, request };
    };

  /**
   * Looks the code up once: a repeated request gets the first answer, though the code may be used up by now. Refuses an
   * address for which no tax can be computed before there is a project.
   */
  async function prepare(): Promise<Begin> {
    const purchase = { plan, price, promotionCode, buyer };
    const { promotion, preview } = await computePurchaseCost(purchase, context);
    refuseIf(preview.parts.tax === null, 'billing/address-incomplete');
    return beginWith({ cost: preview.dueNow, promotion });
  }

  const isPlain = promotionCode === undefined && !buyer;
  const start = isPlain ? { begin: beginWith({ cost: priceAmount(price) }) } : { prepare };
  return await runOnce(
    {
      kind: 'create',
      input,
      ...start,
      async hasEnded(tx, id) {
        return (await findSubscription(tx, id))?.status === 'canceled';
      },
    },
    context,
  );
});

/** Refuses a purchase that charges another sum than was shown, now or when its trial ends. */
function requireShown(
  shown: Pick<contract.InputOf<typeof contract.createSubscription>, 'dueNow' | 'next'>,
  cost: Money,
  isTrial: boolean,
): void {
  const dueNow = isTrial ? { ...cost, amount: 0 } : cost;
  const isAsShown =
    (shown.dueNow === undefined || isSameMoney(shown.dueNow, dueNow)) &&
    (!isTrial || shown.next === undefined || isSameMoney(shown.next, cost));
  refuseUnless(isAsShown, 'billing/preview-outdated');
}
