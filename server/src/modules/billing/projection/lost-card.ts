import type { Transaction } from '../../../platform/transaction.ts';
import { findPlan } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { writeBillingAccount } from '../records/billing-account-store.ts';
import { askForCard } from '../records/job-store.ts';
import type { Kept } from './difference.ts';
import type { Snapshot } from './snapshot.ts';

interface Reading {
  readonly kept: Kept;
  readonly snapshot: Snapshot;
}

/**
 * Notes that the default card of a paid plan is gone, detached in the dashboard or removed by its bank,
 * and asks for another one to take over. Noted until that is done or the owner was told.
 */
export async function noteLostCard(
  tx: Transaction,
  { kept, snapshot }: Reading,
  { settings }: PayingContext,
): Promise<void> {
  const { subscription, account } = kept;
  const { charged, card } = snapshot;
  const isPaid =
    charged !== undefined &&
    charged.status !== 'canceled' &&
    charged.status !== 'incomplete' &&
    findPlan(settings, subscription.planId)?.free === false;
  const isLost = isPaid && card === null && (account.card !== null || account.isCardLost);
  if (isLost !== account.isCardLost) {
    await writeBillingAccount(tx, subscription.id, { isCardLost: isLost });
  }
  if (isLost) {
    await askForCard(tx, { subscriptionId: subscription.id, isAgain: account.isCardLost });
  }
}
