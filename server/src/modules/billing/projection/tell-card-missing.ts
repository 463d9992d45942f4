import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { tellOwner } from './tell-owner.ts';

interface MissingCard {
  readonly subscription: Subscription;
  readonly account: BillingAccount;
}

/** No card is left for the next invoice, and nobody has removed it here. */
export async function tellCardMissing(
  tx: Transaction,
  { subscription, account }: MissingCard,
  context: PerformContext,
): Promise<void> {
  const { periodEnd, endsAt } = account;
  const isLast = periodEnd && endsAt && endsAt <= periodEnd;
  const neededAt = isLast ? null : (periodEnd?.toISOString() ?? null);
  await tellOwner(
    tx,
    {
      subscription,
      page: '/billing/payment-methods',
      content: (about) => ({ kind: 'card-missing', ...about, neededAt }),
    },
    context,
  );
}
