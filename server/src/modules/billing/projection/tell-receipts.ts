import type { Transaction } from '../../../platform/transaction.ts';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { ProviderInvoice } from '../port/payment-provider.ts';
import type { KeptCard } from '../records/billing-account-store.ts';
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
