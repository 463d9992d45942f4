import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import { findOwnCards } from '../intents/payment-method.ts';
import { type Begin, runOnce } from '../intents/run-once.ts';
import type { BillingServices, PayingContext } from '../port/billing-services.ts';
import type { Card } from '../port/payment-provider.ts';
import { type Plan, toTerms } from '../port/plan.ts';
import { asRefusals, requirePaymentsFor } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { Payer } from '../records/intent.ts';
import { findPreview } from '../records/plan-preview-store.ts';
import { requirePayer, toPayerBefore } from './billing-info.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';
import { reckonChange } from './reckon-change.ts';
import { requireChangeable } from './require-changeable.ts';

type Input = contract.InputOf<typeof contract.changeSubscriptionPlan>;

/** Moves to another plan, at the price that was shown. */
export const changeSubscriptionPlan = saga(
  contract.changeSubscriptionPlan,
  async (input, context) => {
    const { db, view, caller, clock, settings } = context;
    const { planId } = input;

    async function prepare(): Promise<Begin> {
      const question = { planId, settings, at: clock.now() };
      const plan = await requireChangeable(db, { ...question, subscription: view.subscription });
      const paying = { ...context, payments: requirePaymentsFor(plan, context) };
      const { at, cardsBefore } = await asRefusals(async () => ({
        at: await findInstant({ subscription: view.subscription, plan }, paying),
        cardsBefore: input.billingInfo && (await findOwnCards(input.subscriptionId, paying))?.cards,
      }));
      return async (tx) => {
        const subscription = await lockOwned(tx, input.subscriptionId, caller);
        await requireChangeable(tx, { ...question, subscription });
        const request = {
          kind: 'change-plan',
          plan: toTerms(plan),
          fromPlanId: subscription.planId,
          email: caller.email,
          payer: await findPayer(tx, { input, plan, cardsBefore }, context),
          at: at.toISOString(),
        } as const;
        return { subscriptionId: subscription.id, request };
      };
    }

    const { subscriptionId } = input;
    const wanted = { kind: 'change-plan', input, subscriptionId, prepare } as const;
    const { clientSecret } = await runOnce(wanted, context);
    return { ...(clientSecret && { clientSecret }) };
  },
);

interface PlanChange {
  readonly subscription: Subscription;
  readonly plan: Plan;
}

const previewLifeMs = 10 * 60_000;
/** Nobody confirms it any more. */
const forgottenMs = 24 * 3_600_000;

/** From when the change is reckoned: as it was shown, or now if that is long ago; refused unless it costs what was shown, to the cent. */
async function findInstant(
  { subscription, plan }: PlanChange,
  context: PayingContext,
): Promise<Date> {
  const now = context.clock.now();
  const subscriptionId = subscription.id;
  const shown = await findPreview(context.db, { subscriptionId, planId: plan.id });
  const age = shown ? now.getTime() - shown.shownAt.getTime() : forgottenMs;
  if (!shown || age >= forgottenMs) {
    return now;
  }
  const at = age <= previewLifeMs ? shown.shownAt : now;
  const { dueNow, credit } = await reckonChange({ subscriptionId, plan, at }, context);
  const holds = dueNow.amount === shown.dueNow && credit.amount === shown.credit;
  refuseUnless(holds, 'billing/preview-outdated');
  return at;
}

interface Asked {
  readonly input: Input;
  readonly plan: Plan;
  readonly cardsBefore: readonly Card[] | undefined;
}

/** Card and address are asked for whenever the plan costs something and they are not there. */
async function findPayer(
  tx: Transaction,
  { input, plan, cardsBefore }: Asked,
  services: BillingServices,
): Promise<Payer | null> {
  const account = await findBillingAccount(tx, input.subscriptionId);
  const isCharged = account?.providerSubscriptionId && account.card;
  if (plan.free) {
    return null;
  }
  if (isCharged && !input.billingInfo) {
    refuseUnless(account.details, 'billing/details-incomplete');
    return null;
  }
  return {
    ...requirePayer(input.billingInfo, services),
    before: toPayerBefore(cardsBefore, account?.details),
  };
}
