import type { Transaction } from '../../../platform/transaction.ts';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import { isGivenPlan } from '../port/rules/given-plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { writeBillingAccount } from '../records/billing-account-store.ts';
import { enqueueCardReplacement } from '../records/billing-job-store.ts';
import type { StoredProject } from './difference.ts';
import { notifyOwner } from './notify-owner.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Notes that the default card of a paid plan is gone, detached in the dashboard or removed by its bank,
 * and enqueues its replacement. The note stays until another card is charged or the owner was notified.
 */
export async function noteLostCard(
  tx: Transaction,
  { kept, snapshot }: { readonly kept: StoredProject; readonly snapshot: Snapshot },
  { settings }: PayingContext,
): Promise<void> {
  const { subscription, account } = kept;
  const { charged, card } = snapshot;
  const isPaid =
    charged !== undefined &&
    charged.status !== 'canceled' &&
    charged.status !== 'incomplete' &&
    !isGivenPlan(charged, settings) &&
    findPlan(settings, subscription.planId)?.free === false;
  const isLost = isPaid && card === null && (account.card !== null || account.isCardLost);
  if (isLost !== account.isCardLost) {
    await writeBillingAccount(tx, subscription.id, { isCardLost: isLost });
  }
  if (isLost) {
    await enqueueCardReplacement(tx, {
      subscriptionId: subscription.id,
      isAgain: account.isCardLost,
    });
  }
}

/** Mails the owner that no card is left for the next invoice. */
export async function notifyCardMissing(
  tx: Transaction,
  {
    subscription,
    account,
  }: { readonly subscription: Subscription; readonly account: BillingAccount },
  context: PerformContext,
): Promise<void> {
  const { periodEnd, endsAt, isPaused } = account;
  const isLast = isPaused || (periodEnd && endsAt && endsAt <= periodEnd);
  const neededAt = isLast ? null : (periodEnd?.toISOString() ?? null);
  await notifyOwner(
    tx,
    {
      subscription,
      page: '/billing/payment-methods',
      content: (about) => ({ kind: 'card-missing', ...about, neededAt }),
    },
    context,
  );
}
