import type { Transaction } from '../../platform/transaction.ts';
import { findPlan, type Subscription } from '../subscriptions/index.ts';
import type { KeptCard } from './billing-account-store.ts';
import type { ProviderInvoice } from './payment-provider.ts';
import type { PerformContext } from './perform-context.ts';
import { planTitle, tellOwner } from './tell-owner.ts';

interface PaidInvoices {
  readonly subscription: Subscription;
  /** Newest first. */
  readonly invoices: readonly ProviderInvoice[];
  /** What is charged now, which may be ahead of what the subscription says. */
  readonly planId: string;
  readonly card: KeptCard | undefined;
}

/** A receipt for each invoice that cost something. */
export async function tellReceipts(
  tx: Transaction,
  { subscription, invoices, planId, card }: PaidInvoices,
  context: PerformContext,
): Promise<void> {
  const isPaidPlan = findPlan(context.settings, planId)?.free === false;
  const oldestFirst = invoices.filter(({ total }) => total.amount > 0).reverse();
  for (const { number, createdAt, total, due, hostedUrl } of oldestFirst) {
    await tellOwner(
      tx,
      {
        subscription,
        page: '/billing',
        content: (about, language) => ({
          kind: 'receipt',
          ...about,
          number,
          issuedAt: createdAt.toISOString(),
          plan: isPaidPlan ? planTitle(planId, language, context) : null,
          total,
          charged: due,
          card: card ? { brand: card.brand, last4: card.last4 } : null,
          invoiceLink: hostedUrl,
        }),
      },
      context,
    );
  }
}
