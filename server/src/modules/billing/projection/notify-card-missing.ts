import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { notifyOwner } from './notify-owner.ts';

interface MissingCard {
  readonly subscription: Subscription;
  readonly account: BillingAccount;
}

/** Mails the owner that no card is left for the next invoice. */
export async function notifyCardMissing(
  tx: Transaction,
  { subscription, account }: MissingCard,
  context: PerformContext,
): Promise<void> {
  const { periodEnd, endsAt } = account;
  const isLast = periodEnd && endsAt && endsAt <= periodEnd;
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
