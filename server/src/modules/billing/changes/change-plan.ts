import type { HearthConfig } from '@hearth/contract';
import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import { findPlan, requireUnfrozen, type Subscription } from '../../subscriptions/index.ts';
import type { Begin, RunOnceContext } from '../intents/begin-intent.ts';
import { saga } from '../intents/operation.ts';
import { runOnce } from '../intents/run-once.ts';
import { findEffectiveRequest, nameRequest } from '../intents/same-request.ts';
import { isSameMoney } from '../port/amounts.ts';
import type { BillingServices, PayingContext } from '../port/billing-services.ts';
import type { PaymentProvider } from '../port/payment-provider.ts';
import { asRefusals, requirePaymentsFor, requireRightAccount } from '../port/require-payments.ts';
import { itemsOf, type PricedPlan, pricedPlanOf, toTerms } from '../port/rules/plan.ts';
import type { PlanPreview, PreviewedChange } from '../port/rules/plan-preview.ts';
import { isTaxed, type TaxedBuyer, toBuyer } from '../port/taxes.ts';
import { frequencyOf } from '../projection/plan-details.ts';
import { type BillingAccount, findBillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf, ShownChange } from '../records/intent.ts';
import {
  computeTimedChange,
  type FirstPayment,
  isFirstPayment,
  readCredit,
} from './shared/compute-change.ts';
import {
  decidePlanChange,
  type PlanDecision,
  type PlanScene,
  readPlanScene,
  type WantedPlan,
} from './shared/decide-plan-change.ts';
import { claimFirstPayment, findFirstPayment } from './shared/first-payment.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { keptDetails, requirePayer, toBillingDetails } from './shared/payer-form.ts';

type Input = contract.InputOf<typeof contract.changeSubscriptionPlan>;

/**
 * Moves to another plan, now or when the paid period ends, at the shown price where the client sends the preview back.
 * docs/billing.md goes through it, from here to the last row: "A plan change, step by step".
 */
export const changeSubscriptionPlan = saga(
  contract.changeSubscriptionPlan,
  async (input, context) => {
    const { view, clock } = context;
    const { subscriptionId } = input;

    async function prepare(): Promise<Begin> {
      const request = { subscription: view.subscription, input, at: clock.now() };
      const { change, cost, isEstimate, payments } = await checkAndPrice(request, context);
      const paying = { ...context, payments };
      const cards = needsNoCard(change) ? noNewCard : await savePayer(change, paying);
      const finalCost = isEstimate ? await asRefusals(() => findSavedCost(change, paying)) : cost;
      const { at } = request;
      return (tx) => beginUnderLock(tx, { change, at, cost: finalCost, cards }, context);
    }

    const { clientSecret, takesEffectAt } = await runOnce(
      { kind: 'change-plan', input, subscriptionId, prepare },
      context,
    );
    return {
      ...(clientSecret && { clientSecret }),
      ...(takesEffectAt && { when: 'period-end' as const, at: takesEffectAt }),
    };
  },
);

interface PricedChange {
  readonly change: PlanChange;
  readonly cost: Cost;
  /** Whether the cost is the provider's estimate for typed details; it charges for the saved ones. */
  readonly isEstimate: boolean;
  readonly payments: PaymentProvider;
}

/** Decides, and refuses a change that costs something else than was shown. */
async function checkAndPrice(
  {
    subscription,
    input,
    at,
  }: { readonly subscription: Subscription; readonly input: Input; readonly at: Date },
  context: RunOnceContext,
): Promise<PricedChange> {
  const { db, settings } = context;
  const scene = await readPlanScene(db, { subscription, at });
  const decision = await decide(scene, { input, at }, context);
  const { account } = scene;
  const payments = requirePaymentsFor({ ...decision, account }, context);
  if (!decision.plan.free) {
    await requireRightAccount(payments);
  }
  const paying = { ...context, payments };
  const { promotionCode, trial: isTrialExpected = false } = input;
  const purchase = { ...decision, account, promotionCode, isTrialExpected };
  const first = await findFirstPayment(purchase, paying);
  const change = { ...scene, ...decision, input, first };
  const buyer = findBuyer(change, settings);
  const cost = await asRefusals(() => findCost({ ...change, buyer }, paying));
  refuseUnless(cost.isAsShown, 'billing/preview-outdated');
  const isEstimate = buyer !== undefined && cost.shown !== null && isTaxed(settings, decision);
  return { change, cost, isEstimate, payments };
}

interface ReadyChange {
  readonly change: PlanChange;
  readonly at: Date;
  readonly cost: Cost;
  readonly cards: Cards;
}

/** Decides again under the lock, since the project may have changed meanwhile, and answers the request of the intent. */
async function beginUnderLock(
  tx: Transaction,
  { change, at, cost, cards }: ReadyChange,
  context: RunOnceContext,
): Promise<{ readonly subscriptionId: string; readonly request: RequestOf<'change-plan'> }> {
  const { caller, settings } = context;
  const { input, first, subscription: before } = change;
  const { subscriptionId } = input;
  const subscription = await lockOwnedSubscription(tx, subscriptionId, caller);
  const scene = await readPlanScene(tx, { subscription, at });
  const decision = await decide(scene, { input, at }, { ...context, db: tx });
  // A price that the request left out follows the present one, which may have changed meanwhile.
  const isOther = decision.price !== change.price || decision.when !== change.when;
  refuseIf(isOther, 'billing/under-way');
  const isMoved =
    subscription.planId !== before.planId || !findPreview({ ...change, ...scene }, context);
  const isOutdated = !cost.isAsShown || (cost.shown !== null && isMoved);
  refuseIf(isOutdated, 'billing/preview-outdated');
  const terms = await claimFirstPayment(tx, { ...decision, subscriptionId, first }, context);
  const request = {
    kind: 'change-plan',
    plan: toTerms(decision),
    fromPlanId: subscription.planId,
    fromFrequency: frequencyOf(pricedPlanOf(settings, scene.account?.items)),
    email: caller.email,
    at: cost.at.toISOString(),
    shown: cost.shown,
    ...(cost.takesEffectAt && { takesEffectAt: cost.takesEffectAt.toISOString() }),
    ...cards,
    ...terms,
    ...(isTaxed(settings, decision) && { isTaxed: true as const }),
  } as const;
  return { subscriptionId, request };
}

/** Decides from the rows, and then asks the product. */
export async function decide(
  scene: PlanScene,
  { input: { planId, frequency, currency }, at }: { readonly input: WantedPlan; readonly at: Date },
  { db, settings, subscriptionHooks }: BillingServices & { readonly db: Database },
): Promise<PlanDecision> {
  const { subscription } = scene;
  const decided = decidePlanChange(scene, { planId, frequency, currency }, settings);
  if (decided.plan.free) {
    await requireUnfrozen(db, subscription.id);
  }
  if (planId !== subscription.planId) {
    await subscriptionHooks.beforePlanChange(db, { subscription, planId, at });
  }
  return decided;
}

interface PlanChange extends PlanScene, PlanDecision {
  readonly input: Input;
  /** Buyer whose details the change saves first. */
  readonly buyer?: TaxedBuyer | undefined;
  readonly first: FirstPayment | undefined;
}

/** The buyer with the details that the request brings and those that it leaves as they are. */
function findBuyer(change: PlanChange, settings: contract.HearthConfig): TaxedBuyer | undefined {
  const { billingInfo } = change.input;
  if (!billingInfo || needsNoCard(change)) {
    return undefined;
  }
  const kept = keptDetails(change.account?.details);
  return toBuyer({ ...kept, ...toBillingDetails(billingInfo.billingDetails, settings) });
}

interface Cost {
  /** Instant from which the rest of the period is computed. */
  readonly at: Date;
  readonly shown: ShownChange | null;
  /** Whether it costs what the client was shown, if that was sent back. */
  readonly isAsShown: boolean;
  /** Null where the change takes effect now. */
  readonly takesEffectAt: Date | null;
}

/** Computes the cost, from the present instant where the preview has expired, and compares it with the shown cost. */
async function findCost(
  change: PlanChange,
  context: PayingContext & { readonly caller: Caller },
): Promise<Cost> {
  const { account, plan, price, input, when, buyer, first } = change;
  const timed = { account, plan, price, when, buyer, first };
  const now = context.clock.now();
  if (input.preview === undefined) {
    await requireCurrency(change, context);
    const { takesEffectAt } =
      when === 'now' ? noWait : await computeTimedChange({ ...timed, at: now }, context);
    return { at: now, shown: null, isAsShown: true, takesEffectAt };
  }
  const preview = findPreview(change, context);
  refuseUnless(preview, 'billing/preview-outdated');
  const at = now <= preview.expiresAt ? preview.at : now;
  const cost = await computeTimedChange({ ...timed, at }, context);
  const { dueNow, credit, next, nextAt, parts, takesEffectAt } = cost;
  // Without a charge an unknown tax is none: only the next renewal needs the place.
  const isTrial = first?.trialDays !== undefined;
  const isCharged = isTrial || parts.subtotal > parts.discount;
  refuseIf(isCharged && parts.tax === null, 'billing/address-incomplete');
  const isAsShown =
    isSameMoney(dueNow, preview.dueNow) &&
    isSameMoney(credit, preview.credit) &&
    isSameAfterTrial(isTrial ? next : undefined, preview.afterTrial) &&
    takesEffectAt?.getTime() === preview.takesEffectAt?.getTime();
  const shown = {
    dueNow: dueNow.amount,
    credit: credit.amount,
    next: next.amount,
    nextAt: nextAt?.toISOString() ?? null,
  };
  return { at, shown, isAsShown, takesEffectAt };
}

/** Computes the cost with the details that the change has saved. */
async function findSavedCost(
  change: PlanChange,
  context: PayingContext & { readonly caller: Caller },
): Promise<Cost> {
  const account = await findBillingAccount(context.db, change.subscription.id);
  return await findCost({ ...change, account }, context);
}

const isSameAfterTrial = (one: contract.Money | undefined, other: contract.Money | undefined) =>
  one && other ? isSameMoney(one, other) : one === other;

const noWait = { takesEffectAt: null };

/** Refuses a first payment in another currency than the customer's credit. */
async function requireCurrency(change: PlanChange, context: PayingContext): Promise<void> {
  if (isFirstPayment(change.plan, change.account)) {
    await readCredit(change, context);
  }
}

/** Undefined where the client sends none, or one of another change. */
function findPreview(
  { input, ...change }: PlanChange,
  context: BillingServices & { readonly caller: Caller },
): PlanPreview | undefined {
  const { preview } = input;
  return preview === undefined
    ? undefined
    : context.planPreviews.verify(toPreviewedChange(change, context), preview);
}

type SavingContext = PayingContext & RunOnceContext;

interface Cards {
  /** Saved card; null where it is the default already. */
  readonly cardId: string | null;
  /** Default card before the change. */
  readonly cardBefore: string | null;
}

/** A scheduled change charges nothing now; it takes a card only where the request brings one. */
function needsNoCard({ plan, when, input }: PlanChange): boolean {
  return plan.free || (when === 'period-end' && !input.billingInfo);
}

const noNewCard: Cards = { cardId: null, cardBefore: null };

/** Saves the card and the address of the request, as an intent of their own. */
async function savePayer(change: PlanChange, context: SavingContext): Promise<Cards> {
  const { account, input } = change;
  const { subscriptionId, billingInfo } = input;
  if (!billingInfo && account?.card) {
    refuseUnless(account.details, 'billing/details-incomplete');
    return noNewCard;
  }
  const payer = requirePayer(change, billingInfo, context);
  const cardBefore = await asRefusals(() => findDefaultCard(account, context));
  const { caller } = context;
  const name = nameRequest({ kind: 'change-plan', input }, context);
  const { cardId = null } = await runOnce(
    {
      kind: 'save-payer',
      input,
      subscriptionId,
      async begin(tx) {
        // A repeated request gets the answer of the first one, which has saved the card.
        const isRepeated = (await findEffectiveRequest(tx, name, context)) !== undefined;
        refuseIf(isRepeated, 'billing/under-way');
        await lockOwnedSubscription(tx, subscriptionId, caller);
        const before = (await findBillingAccount(tx, subscriptionId))?.details;
        const details = { ...keptDetails(before), ...payer.details };
        const request = {
          kind: 'save-payer',
          email: caller.email,
          payer: { ...payer, details },
          hasDefault: cardBefore !== null,
        } as const;
        return { subscriptionId, request };
      },
    },
    context,
  );
  return { cardId, cardBefore };
}

async function findDefaultCard(
  account: BillingAccount | undefined,
  { payments }: PayingContext,
): Promise<string | null> {
  if (account?.providerSubscriptionId) {
    return (await payments.readSubscription(account.providerSubscriptionId))?.card?.id ?? null;
  }
  const customer = account?.customerId && (await payments.readCustomer(account.customerId));
  return customer ? (customer.card?.id ?? null) : null;
}

interface SignedChange extends PricedPlan {
  readonly subscription: Subscription;
  readonly account: Pick<BillingAccount, 'items'> | undefined;
}

/** Describes the requested change in the form in which its preview is signed. */
export function toPreviewedChange(
  { subscription, plan, price, account }: SignedChange,
  { caller, settings }: { readonly caller: Caller; readonly settings: HearthConfig },
): PreviewedChange {
  const ofPlan = findPlan(settings, subscription.planId)?.prices ?? [];
  return {
    accountId: caller.uid,
    subscriptionId: subscription.id,
    planId: plan.id,
    items: itemsOf(price),
    fromItems: account?.items ?? ofPlan.flatMap(itemsOf),
  };
}
