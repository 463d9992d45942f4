import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import { type Kind, keyLifeMs, ofSetting } from '../intents/kind.ts';
import type { BillingServices, PerformContext } from '../port/billing-services.ts';
import type { Money, ProviderSubscription } from '../port/payment-provider.ts';
import { requirePaying } from '../port/require-payments.ts';
import { isGivenPlan } from '../port/rules/given-plan.ts';
import { costOf } from '../port/rules/monthly.ts';
import { addMonths } from '../port/rules/period.ts';
import { planOfItems, pricedPlanOf } from '../port/rules/plan.ts';
import { notifyFreeTime } from '../projection/notify-ending.ts';
import { type BillingAccount, findBillingAccount } from '../records/billing-account-store.ts';
import type { IntentOf, RequestOf } from '../records/intent.ts';
import { nextReading } from '../records/reading-store.ts';
import { readCharged } from './shared/read-charged.ts';

interface Gift {
  readonly request: RequestOf<'give-free-time'>;
  /** Price of so many months. */
  readonly worth: Money;
}

/** The change with which renewals of so many months cost nothing. Only operators make it. */
export async function toFreeTime(
  tx: Transaction,
  { id, status }: Subscription,
  months: number,
  { clock, settings }: Pick<BillingServices, 'clock' | 'settings'>,
): Promise<Gift> {
  const account = await findBillingAccount(tx, id);
  const renewal = status === 'active' ? findRenewal(account) : undefined;
  const { at, price } = renewal ?? refuse('operator/not-renewing');
  refuseUnless(at < addMonths(clock.now(), months), 'operator/free-time-too-short');
  const frequency = pricedPlanOf(settings, account?.items)?.price.frequency ?? 'month';
  return { request: { kind: 'give-free-time', months }, worth: costOf(price, frequency, months) };
}

/** Undefined if no renewal of the plan that it pays for is sure to come. */
function findRenewal(account: BillingAccount | undefined) {
  const { endsAt, scheduled, trialEnd, isPending, isPaused, price, periodEnd } = account ?? {};
  const isChanging = Boolean(endsAt ?? scheduled ?? trialEnd) || isPending || isPaused;
  return price && price.amount > 0 && periodEnd && !isChanging
    ? { at: periodEnd, price }
    : undefined;
}

/** The change that has renewals cost their price again, or that takes a given plan back. Only operators make it. */
export async function toNoFreeTime(
  tx: Transaction,
  { id, planId: fromPlanId }: Pick<Subscription, 'id' | 'planId'>,
  { settings }: Pick<BillingServices, 'settings'>,
): Promise<RequestOf<'end-free-time' | 'end-free-plan'>> {
  const account = await findBillingAccount(tx, id);
  refuseUnless(account?.freeUntil, 'operator/no-free-time');
  if (!isGivenPlan(account, settings)) {
    return { kind: 'end-free-time' };
  }
  const { items: returnTo } = account.scheduled;
  const planId = planOfItems(settings, returnTo)?.id ?? fromPlanId;
  return { kind: 'end-free-plan', fromPlanId, planId, returnTo };
}

/** A change of the plan gives the rest of it up, as whoever changes is shown. */
export const freeTimeGift: Kind<RequestOf<'give-free-time'>> = {
  async perform(intent, context) {
    const { payments } = requirePaying(context);
    const { id: giftId, keyBase, request } = intent;
    const give = (id: string) =>
      payments.giveFreeTime({ key: `${keyBase}-free`, id, giftId, months: request.months });
    return await change(
      intent,
      { ask: give, isMade: ({ freeUntil }) => freeUntil !== null },
      context,
    );
  },
  async wasDone({ subscriptionId, createdAt, request }, context) {
    const until = (await readCharged(subscriptionId, context))?.freeUntil?.getTime() ?? 0;
    const first = addMonths(createdAt, request.months).getTime();
    return until >= first - dayMs && until < first + keyLifeMs + dayMs;
  },
  ...ofSetting,
};

/** A month may be given at its end, which is another day in a shorter one. */
const dayMs = 24 * 3_600_000;

export const freeTimeEnd: Kind<RequestOf<'end-free-time'>> = {
  async perform(intent, context) {
    const { payments } = requirePaying(context);
    const end = (id: string) => payments.endFreeTime({ key: `${intent.keyBase}-paid`, id });
    return await change(
      intent,
      { ask: end, isMade: ({ freeUntil }) => freeUntil === null },
      context,
    );
  },
  async wasDone({ subscriptionId }, context) {
    const found = await readCharged(subscriptionId, context);
    return found?.freeUntil === null;
  },
  ...ofSetting,
};

interface Step {
  readonly ask: (id: string) => Promise<ProviderSubscription>;
  readonly isMade: (after: ProviderSubscription) => boolean;
}

async function change(
  { subscriptionId, request }: IntentOf<'give-free-time' | 'end-free-time'>,
  { ask, isMade }: Step,
  context: PerformContext,
) {
  const refused = { outcome: { refusal: { code: 'operator/not-renewing' } } } as const;
  const { db } = requirePaying(context);
  const id = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  if (!id) {
    return refused;
  }
  const reading = await nextReading(db);
  const after = await ask(id);
  const read = { charged: after, reading };
  if (after.status === 'canceled' || !isMade(after)) {
    return { ...refused, read };
  }
  const { freeUntil } = after;
  const isGift = request.kind === 'give-free-time';
  return {
    outcome: { result: { subscriptionId } },
    action: isGift ? 'subscription.free-time-given' : 'subscription.free-time-ended',
    details: isGift ? { free_until: freeUntil?.toISOString() } : undefined,
    apply: (tx: Transaction) => notifyFreeTime(tx, { subscriptionId, freeUntil }, context),
    read,
  } as const;
}
