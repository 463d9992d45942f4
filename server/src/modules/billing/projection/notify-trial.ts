import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { NextTotal, ProviderSubscription } from '../port/payment-provider.ts';
import { pricedPlanOf } from '../port/rules/plan.ts';
import { type BillingAccount, findBillingAccount } from '../records/billing-account-store.ts';
import { readFirstCharge, toMailedCharge } from './next-total.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';
import { frequencyOf } from './plan-details.ts';

interface TrialReading {
  /** State before the reading. */
  readonly subscription: Subscription;
  readonly account: BillingAccount;
  readonly charged: ProviderSubscription | undefined;
  /** Null where it is not known. */
  readonly firstCharge: NextTotal | null;
}

/** Mails the owner the trial, or its later end, that the reading is the first to show. */
export async function notifyTrialStarted(
  tx: Transaction,
  { subscription, account, charged, firstCharge }: TrialReading,
  context: PayingContext,
): Promise<void> {
  const trialEnd = findStartedTrial(account, charged);
  const priced = pricedPlanOf(context.settings, charged?.items);
  if (!charged || !trialEnd || subscription.status === 'canceled' || priced?.plan.free) {
    return;
  }
  const { card } = charged;
  await notifyOwner(
    tx,
    {
      subscription,
      page: card ? '/billing' : '/billing/payment-methods',
      content: (about, language) => ({
        kind: 'trial-started',
        ...about,
        ...(firstCharge ? toMailedCharge(firstCharge) : { total: null }),
        plan: planTitle(priced?.plan.id ?? subscription.planId, language, context),
        frequency: frequencyOf(priced),
        trialEnd: trialEnd.toISOString(),
        card: card && { brand: card.brand, last4: card.last4 },
        ...(account.trialEnd && { isLonger: true as const }),
      }),
    },
    context,
  );
}

/** Reads the sum for the mail before the transaction, which does not wait for the provider. */
export async function readTrialCharge(
  subscriptionId: string,
  charged: ProviderSubscription | undefined,
  context: PayingContext,
): Promise<NextTotal | null> {
  if (!charged?.trialEnd) {
    return null;
  }
  const account = await findBillingAccount(context.db, subscriptionId);
  return findStartedTrial(account, charged)
    ? await readFirstCharge({ subscriptionId, id: charged.id }, context)
    : null;
}

/** End of a trial that is not stored yet, or was stored as an earlier one; null if none runs, or if it is known. */
function findStartedTrial(
  account: Pick<BillingAccount, 'trialEnd'> | undefined,
  charged: Pick<ProviderSubscription, 'trialEnd'> | undefined,
): Date | null {
  const known = account?.trialEnd;
  const shown = charged?.trialEnd ?? null;
  return shown && known && shown <= known ? null : shown;
}
