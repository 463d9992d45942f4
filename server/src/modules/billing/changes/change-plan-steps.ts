import type { Transaction } from '../../../platform/transaction.ts';
import { changePlan as moveToPlan } from '../../subscriptions/index.ts';
import { isAskedAnew, type Kind, keyLifeMs, type Settlement } from '../intents/kind.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import {
  type Charge,
  type ProviderInvoice,
  type ProviderSubscription,
  ProviderUnavailable,
} from '../port/payment-provider.ts';
import { isSamePlan } from '../port/price-item.ts';
import { PurchaseFound, TrialUsed } from '../port/provider-failure.ts';
import { requirePaying } from '../port/require-payments.ts';
import { notifyChosenPlan, toFrequencies } from '../projection/notify-plan-change.ts';
import { toPlanDetails } from '../projection/plan-details.ts';
import { findSettledAccount } from '../projection/project-billing.ts';
import { toChargedPrice } from '../projection/snapshot.ts';
import {
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from '../records/billing-account-store.ts';
import type { IntentOf, IntentRefusal, RequestOf } from '../records/intent.ts';
import { nextReading } from '../records/reading-store.ts';
import { releaseTrial } from '../records/trial-store.ts';
import { chargeNewPrices, hasPrices } from './shared/charge-new-prices.ts';
import { ensureCustomer } from './shared/customer.ts';
import { restorePurchases } from './shared/link-customer.ts';
import {
  isPlanScheduled,
  restoreCard,
  schedulePlan,
  undoSchedule,
} from './shared/schedule-plan.ts';
import {
  asCharge,
  giveUpFirstPayment,
  hasStarted,
  startCharging,
} from './shared/start-charging.ts';
import { hasBegunTrial, noteTrialCard } from './shared/trial.ts';

type ChangeIntent = IntentOf<'change-plan'>;

/**
 * Moves to another plan once it is paid. A payment that waits for confirmation takes effect later. A decline changes
 * nothing but the default card, which is restored. The adapter has voided the invoice. Nobody is mailed, since the
 * person is told on screen.
 */
export const planChange: Kind<RequestOf<'change-plan'>> = {
  async perform(intent, context) {
    const { subscriptionId, request } = intent;
    if (request.takesEffectAt !== undefined) {
      return await schedulePlan(intent, request.takesEffectAt, context);
    }
    const account = await findBillingAccount(context.db, subscriptionId);
    if (request.plan.free && !account?.providerSubscriptionId) {
      // The free plan needs no subscription at the provider.
      return settleDone(intent, undefined, context);
    }
    const paying = requirePaying(context);
    const reading = await nextReading(context.db);
    const charge = await asCharge(() => chargeForPlan(intent, account, paying));
    if (charge.outcome === 'declined') {
      const refusal = { code: 'billing/card-refused', detail: charge.message } as const;
      return await refuseChange(intent, refusal, paying);
    }
    return settleCharged(intent, { charge, reading }, context);
  },

  async wasDone(intent, context) {
    if (intent.request.takesEffectAt !== undefined) {
      return await isPlanScheduled(intent, context);
    }
    const account = await findBillingAccount(context.db, intent.subscriptionId);
    const { customerId, providerSubscriptionId } = account ?? {};
    return (
      (customerId ? await hasStarted(intent, customerId, context) : false) ||
      (providerSubscriptionId
        ? await hasPrices(intent, providerSubscriptionId, context)
        : intent.request.plan.free) ||
      (await findUndoneChange(intent, context)) !== undefined
    );
  },

  async undo(intent, refusal, context) {
    if (intent.request.takesEffectAt !== undefined) {
      return await undoSchedule(intent, refusal, context);
    }
    const account = await findBillingAccount(context.db, intent.subscriptionId);
    const isGivenUp =
      !account?.customerId ||
      ((await giveUpFirstPayment(intent, account.customerId, context)) &&
        (await giveUpWaiting(intent, account, context)));
    return isGivenUp ? await refuseChange(intent, refusal, context) : undefined;
  },

  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: true,
  usesCard: ({ plan, takesEffectAt }) => !plan.free && takesEffectAt === undefined,
};

/** Voids the change's own invoice, so that no bank takes money for a change that was refused; false if it was paid meanwhile. */
async function giveUpWaiting(
  intent: ChangeIntent,
  { providerSubscriptionId: charged, isPending }: BillingAccount,
  context: PayingContext,
): Promise<boolean> {
  const { payments } = context;
  if (!charged || isPending || !(await payments.readSubscription(charged))) {
    return true;
  }
  const { keyBase, request } = intent;
  const change = { items: request.plan.items, at: new Date(request.at) };
  await payments.giveUpChange({ key: `${keyBase}-give-up-${charged}`, id: charged, change });
  return !(await hasPrices(intent, charged, context));
}

/** Restores the card, and gives the trial back unless it began, or was had with the card before. */
async function refuseChange(
  intent: ChangeIntent,
  refusal: IntentRefusal,
  context: PayingContext,
): Promise<Settlement> {
  const settlement = await restoreCard(intent, refusal, context);
  const { subscriptionId, request } = intent;
  const isTaken = refusal.code === 'billing/trial-used' || (await hasBegunTrial(intent, context));
  return request.trialDays === undefined || isTaken
    ? settlement
    : { ...settlement, apply: (tx) => releaseTrial(tx, subscriptionId) };
}

async function chargeForPlan(
  intent: ChangeIntent,
  before: BillingAccount | undefined,
  context: PayingContext,
): Promise<Charge> {
  const { id, keyBase, subscriptionId } = intent;
  const undone = await findUndoneChange(intent, context);
  if (undone) {
    const details = { subscription: subscriptionId, intent: id, invoice: undone.invoiceId };
    context.log.error(details, 'plan change reversed at provider');
    return { outcome: 'paid', subscription: undone.subscription };
  }
  await chooseNewCard(intent, before, context);
  const account = before?.isPending ? await findSettledAccount(subscriptionId, context) : before;
  const charged = account?.providerSubscriptionId;
  if (!charged) {
    return await start(intent, context);
  }
  if (!account.isPending) {
    return await chargeRunning(intent, charged, context);
  }
  // Only one first payment may succeed, and the earlier one may be confirmed at this moment.
  const key = `${keyBase}-end-${charged}`;
  if (await context.payments.giveUpSubscription({ key, id: charged })) {
    return await start(intent, context);
  }
  const paid: BillingAccount | undefined = await findSettledAccount(subscriptionId, context);
  if (!paid?.providerSubscriptionId || paid.isPending) {
    throw new ProviderUnavailable('The provider has not settled the earlier first payment yet.');
  }
  return await chargeRunning(intent, paid.providerSubscriptionId, context);
}

/** A running subscription takes neither a code nor a trial, so a change that was shown with one is not made with it. */
async function chargeRunning(
  intent: ChangeIntent,
  charged: string,
  context: PayingContext,
): Promise<Charge> {
  const { discountId, trialDays } = intent.request;
  if (discountId !== undefined || trialDays !== undefined) {
    throw new PurchaseFound();
  }
  return await chargeNewPrices(intent, charged, context);
}

/** Makes the request's card the default. The intent holds the previous one, so that a crash cannot lose it. */
async function chooseNewCard(
  intent: ChangeIntent,
  account: BillingAccount | undefined,
  context: PayingContext,
): Promise<void> {
  const { keyBase, request } = intent;
  const { cardId } = request;
  const customerId = account?.customerId;
  if (!customerId || !cardId) {
    return;
  }
  const isPaid = isAskedAnew(intent, context) && (await planChange.wasDone(intent, context));
  if (!isPaid) {
    await context.payments.setDefaultCard({ key: `${keyBase}-default`, customerId, cardId });
  }
}

async function start(intent: ChangeIntent, context: PayingContext): Promise<Charge> {
  const { keyBase, subscriptionId, request } = intent;
  const { email } = request;
  if (await restorePurchases(intent, context)) {
    throw new PurchaseFound();
  }
  const wanted = { subscriptionId, email, key: `${keyBase}-customer` };
  const customerId = await ensureCustomer(wanted, context);
  if (request.trialDays !== undefined) {
    const card = request.cardId ?? (await context.payments.readCustomer(customerId))?.card?.id;
    if (card && !(await noteTrialCard({ subscriptionId, cardId: card }, context))) {
      throw new TrialUsed();
    }
  }
  return await startCharging(intent, customerId, context);
}

function settleCharged(
  intent: ChangeIntent,
  {
    charge,
    reading,
  }: { readonly charge: Exclude<Charge, { outcome: 'declined' }>; readonly reading: bigint },
  context: PerformContext,
): Settlement {
  const { subscriptionId } = intent;
  const { subscription } = charge;
  const read = { charged: subscription, reading };
  const clientSecret = charge.outcome === 'paid' ? undefined : charge.clientSecret;
  // A trial has begun, whatever the bank of its card still wants.
  if (clientSecret === undefined || intent.request.trialDays !== undefined) {
    return {
      ...settleDone(intent, subscription, context),
      outcome: { result: { subscriptionId, ...(clientSecret && { clientSecret }) } },
      read,
      started: subscription.id,
    };
  }
  return {
    outcome: { result: { subscriptionId, clientSecret } },
    apply: async (tx) => {
      const isPending = subscription.status === 'incomplete';
      if (isPending) {
        const charged = { id: subscription.id, isPending };
        await writeBillingAccount(tx, subscriptionId, { charged });
      }
    },
    read,
    started: subscription.id,
  };
}

function settleDone(
  intent: ChangeIntent,
  charged: ProviderSubscription | undefined,
  context: PerformContext,
): Settlement {
  const { subscriptionId, request } = intent;
  const { id: planId } = request.plan;
  return {
    outcome: { result: { subscriptionId } },
    action: request.byOperator ? 'billing.price-moved' : 'subscription.plan-changed',
    details: toPlanDetails({ from: request.fromPlanId, to: planId }, toFrequencies(request)),
    async apply(tx: Transaction) {
      await notifyChosenPlan(tx, { intent, charged }, context);
      await moveToPlan(tx, { id: subscriptionId, planId, at: context.clock.now() }, context);
      if (charged) {
        // The price is written too, so that the next projection mails only what an operator has changed since.
        const isInEffect = isSamePlan(charged.items, request.plan.items);
        await writeBillingAccount(tx, subscriptionId, {
          charged: { id: charged.id, isPending: false },
          price: isInEffect ? toChargedPrice(charged) : { items: request.plan.items, price: null },
        });
      }
    },
  };
}

/** A change that is older was interrupted. Within this time nobody undoes it at the provider. */
const firstTryMs = 60_000;

/** Invoices that are looked at, newest first. */
const newest = 20;

interface UndoneChange {
  /** The subscription as it is now. */
  readonly subscription: ProviderSubscription;
  /** Invoice that the change was paid with. */
  readonly invoiceId: string;
}

/**
 * Finds the running subscription where an interrupted change was made and an operator has given it other prices
 * since. The change's paid invoice tells that: asked again, the provider would charge a second time.
 */
async function findUndoneChange(
  intent: ChangeIntent,
  { db, payments, clock }: PayingContext,
): Promise<UndoneChange | undefined> {
  const { subscriptionId, request, createdAt } = intent;
  if (clock.now().getTime() - createdAt.getTime() <= firstTryMs) {
    return undefined;
  }
  const chargedId = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  const charged = chargedId ? await payments.readSubscription(chargedId) : undefined;
  // Where it has ended, the invoice may be of a new one that the change has started.
  const isRunning = charged && charged.status !== 'canceled';
  if (!isRunning || isSamePlan(charged.items, request.plan.items)) {
    return undefined;
  }
  const invoices = await payments.listInvoices(charged.customerId, newest);
  const invoice = invoices.find((one) => isOfChange(one, intent, charged));
  return invoice && { subscription: charged, invoiceId: invoice.id };
}

/** Recognizes the change by the prices that it charged for and that are gone; one to a free plan has only credited. */
function isOfChange(
  { status, createdAt, prices, total }: ProviderInvoice,
  { request, createdAt: begunAt }: ChangeIntent,
  charged: ProviderSubscription,
): boolean {
  const { plan } = request;
  const present = new Map(charged.items.map(({ price, role }) => [price, role]));
  const gone = plan.items.filter(({ price }) => !present.has(price));
  const isForPlan = plan.free
    ? prices.every((price) => present.get(price) === 'addon') && total.amount < 0
    : gone.length > 0 && gone.every(({ price }) => prices.includes(price));
  return status === 'paid' && createdAt >= startOfSecond(begunAt) && isForPlan;
}

/** The provider's instants may be whole seconds. */
function startOfSecond(at: Date): Date {
  return new Date(at.getTime() - at.getMilliseconds());
}
