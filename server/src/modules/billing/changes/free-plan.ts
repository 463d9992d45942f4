import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findAccountById } from '../../identity/index.ts';
import {
  findPlan,
  changePlan as moveToPlan,
  requireUnfrozen,
  type Subscription,
} from '../../subscriptions/index.ts';
import { isAskedAnew, type Kind, keyLifeMs, ofSetting, type Settlement } from '../intents/kind.ts';
import type { BillingServices, PayingContext, PerformContext } from '../port/billing-services.ts';
import type { Money, ProviderSubscription } from '../port/payment-provider.ts';
import { isSamePlan } from '../port/price-item.ts';
import { requirePaying, requireSelling } from '../port/require-payments.ts';
import { costOf } from '../port/rules/monthly.ts';
import {
  choosePrice,
  itemsOf,
  type Plan,
  type Price,
  priceAmount,
  requireChoosable,
  toTerms,
} from '../port/rules/plan.ts';
import { isTaxed } from '../port/taxes.ts';
import { notifyFreeTime } from '../projection/notify-ending.ts';
import { toChargedPrice } from '../projection/snapshot.ts';
import {
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from '../records/billing-account-store.ts';
import type { IntentOf, IntentRefusal, RequestOf } from '../records/intent.ts';
import { nextReading } from '../records/reading-store.ts';
import { ensureCustomer } from './shared/customer.ts';
import { decidePrice, readPlanScene } from './shared/decide-plan-change.ts';
import { restorePurchases } from './shared/link-customer.ts';
import { readCharged } from './shared/read-charged.ts';

interface Gift {
  readonly request: RequestOf<'give-free-plan'>;
  /** Price of so many months. */
  readonly worth: Money;
}

interface WantedGift {
  readonly planId: string;
  readonly months: number;
}

/** The change with which a project on a free plan has another one for so many months. Only operators make it. */
export async function toFreePlan(
  tx: Transaction,
  subscription: Subscription,
  { planId, months }: WantedGift,
  context: Pick<
    BillingServices,
    'clock' | 'settings' | 'payments' | 'prices' | 'subscriptionHooks'
  >,
): Promise<Gift> {
  const { clock, settings, subscriptionHooks } = context;
  const at = clock.now();
  await requireUnfrozen(tx, subscription.id);
  const scene = await readPlanScene(tx, { subscription, at });
  const { account } = scene;
  const own = findPlan(settings, subscription.planId);
  refuseUnless(own?.free && isIdle(subscription, account), 'operator/not-on-free');
  const present = account?.providerSubscriptionId ? account.price?.currency : undefined;
  const { frequency, currency } = chooseGiven(requireChoosable(settings, planId), present);
  const priced = decidePrice(scene, { planId, frequency, currency }, settings);
  requireSelling(priced, context);
  await subscriptionHooks.beforePlanChange(tx, { subscription, planId, at });
  const hasPlace = account?.details != null;
  return {
    request: {
      kind: 'give-free-plan',
      plan: toTerms(priced),
      fromPlanId: own.id,
      returnTo: itemsOf(choosePrice(own, { currency })),
      months,
      email: (await findAccountById(tx, subscription.ownerId))?.email ?? '',
      ...(hasPlace && isTaxed(settings, priced) && { isTaxed: true as const }),
    },
    worth: costOf(priceAmount(priced.price), frequency, months),
  };
}

/** Whether nothing is paid, owed or going to change by itself. */
function isIdle({ status }: Subscription, account: BillingAccount | undefined): boolean {
  const { endsAt, scheduled, isPending, isPaused, price } = account ?? {};
  const isChanging = Boolean(endsAt ?? scheduled) || isPending || isPaused;
  return status === 'active' && (price?.amount ?? 0) === 0 && !isChanging;
}

/** The price per month, or else the first that is sold, in the currency that the subscription has. */
function chooseGiven({ free, prices }: Plan, present: string | undefined): Price {
  const sold = prices.filter(
    ({ legacy, currency }) => !legacy && (present === undefined || currency === present),
  );
  const first = (free ? undefined : sold[0]) ?? refuse('plan/no-such-price');
  const isMonthly = ({ frequency, currency }: Price) =>
    frequency === 'month' && currency === first.currency;
  return sold.find(isMonthly) ?? first;
}

type GiftIntent = IntentOf<'give-free-plan'>;

/** The plan without a charge, and its return to the free one. A half-made gift would renew at its price, so it is never left. */
export const freePlanGift: Kind<RequestOf<'give-free-plan'>> = {
  async perform(intent, context) {
    const paying = requirePaying(context);
    const { subscriptionId, request } = intent;
    const reading = await nextReading(context.db);
    const given = await give(intent, paying);
    if (!given || !isGiven(given, request)) {
      return await takeBack(intent, { code: 'operator/not-on-free' }, paying);
    }
    const { plan, fromPlanId } = request;
    const { freeUntil } = given;
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.free-time-given',
      details: {
        plan_id: { from: fromPlanId, to: plan.id },
        free_until: freeUntil?.toISOString(),
      },
      async apply(tx) {
        await notifyFreeTime(tx, { subscriptionId, freeUntil, planId: plan.id }, context);
        await follow(tx, { subscriptionId, planId: plan.id, charged: given }, context);
      },
      read: { charged: given, reading },
      started: given.id,
    };
  },
  async wasDone(intent, context) {
    const found =
      (await readCharged(intent.subscriptionId, context)) ?? (await find(intent, context));
    return found !== undefined && isGiven(found, intent.request);
  },
  undo: takeBack,
  blocks: () => true,
  repeatable: false,
  expiresAfterMs: keyLifeMs,
  decides: true,
  usesCard: () => false,
};

async function takeBack(
  { keyBase, ...intent }: GiftIntent,
  refusal: IntentRefusal,
  context: PayingContext,
): Promise<Settlement> {
  const { payments } = context;
  const key = `${keyBase}-undo`;
  const running = await readCharged(intent.subscriptionId, context);
  const started = running ? undefined : await find(intent, context);
  if (running) {
    await payments.endFreePlan({ key, id: running.id, returnTo: intent.request.returnTo });
  } else if (started) {
    await payments.endSubscription({ key, id: started.id });
  }
  return { outcome: { refusal } };
}

/** Undefined if a purchase was found that a restored backup had lost: then the project pays already. */
async function give(
  intent: GiftIntent,
  context: PayingContext,
): Promise<ProviderSubscription | undefined> {
  const { id: intentId, keyBase: key, subscriptionId, request } = intent;
  const { plan, returnTo, months, email, isTaxed: taxed } = request;
  const running = (await findBillingAccount(context.db, subscriptionId))?.providerSubscriptionId;
  if (!running && (await restorePurchases(intent, context))) {
    return undefined;
  }
  const wanted = { subscriptionId, email, key: `${key}-customer` };
  const customerId = await ensureCustomer(wanted, context);
  const begun = !running && isAskedAnew(intent, context) ? await find(intent, context) : undefined;
  return await context.payments.startFreePlan({
    key,
    customerId,
    subscriptionId,
    intentId,
    id: running ?? begun?.id ?? null,
    items: plan.items,
    returnTo,
    months,
    ...(taxed && { isTaxed: true }),
  });
}

/** The subscription that the gift has begun. */
async function find(
  { id, subscriptionId }: Pick<GiftIntent, 'id' | 'subscriptionId'>,
  { db, payments }: PayingContext,
): Promise<ProviderSubscription | undefined> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  return customerId ? await payments.findSubscription(customerId, id) : undefined;
}

const isGiven = (
  { freeUntil, items, scheduled }: ProviderSubscription,
  { plan, returnTo }: GiftIntent['request'],
) => freeUntil !== null && isSamePlan(items, plan.items) && isSamePlan(scheduled?.items, returnTo);

interface Followed {
  readonly subscriptionId: string;
  readonly planId: string;
  readonly charged: ProviderSubscription;
}

/** The price is written too, so that the next reading mails no change of it. */
async function follow(
  tx: Transaction,
  { subscriptionId, planId, charged }: Followed,
  context: PerformContext,
): Promise<void> {
  await moveToPlan(tx, { id: subscriptionId, planId, at: context.clock.now() }, context);
  await writeBillingAccount(tx, subscriptionId, {
    charged: { id: charged.id, isPending: false },
    price: toChargedPrice(charged),
  });
}

/** The free plan now. Between its steps the plan would renew at its price, so it stays open until it is done. */
export const freePlanEnd: Kind<RequestOf<'end-free-plan'>> = {
  async perform({ keyBase, subscriptionId, request }, context) {
    const { db, payments } = requirePaying(context);
    const { fromPlanId, planId, returnTo } = request;
    const id = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!id) {
      return { outcome: { refusal: { code: 'operator/no-free-time' } } };
    }
    const reading = await nextReading(db);
    const after = await payments.endFreePlan({ key: `${keyBase}-end`, id, returnTo });
    const read = { charged: after, reading };
    if (after.status === 'canceled') {
      return { outcome: { refusal: { code: 'operator/no-free-time' } }, read };
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.free-time-ended',
      details: { plan_id: { from: fromPlanId, to: planId } },
      async apply(tx) {
        await notifyFreeTime(tx, { subscriptionId, freeUntil: null, planId }, context);
        await follow(tx, { subscriptionId, planId, charged: after }, context);
      },
      read,
    };
  },
  wasDone: async () => false,
  blocks: ofSetting.blocks,
  repeatable: false,
  expiresAfterMs: null,
  decides: true,
  usesCard: () => false,
};
