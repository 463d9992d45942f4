import type { ChangePreview, PriceChange } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { itemChanges, requireInPeriod, requirePaid, toSeconds, totalOf } from './plan-items.ts';
import { oneTimeKey, periodEndOf, retrieveSubscription } from './subscription.ts';

export async function previewChange(
  connection: Connection,
  { providerSubscriptionId, priceIds, at }: PriceChange,
): Promise<ChangePreview> {
  const subscription = await retrieveSubscription(connection, providerSubscriptionId);
  requirePaid(subscription);
  requireInPeriod(subscription, at);
  const seconds = toSeconds(at);
  const { currency, total, amount_due, starting_balance } =
    await connection.stripe.invoices.createPreview(
      {
        subscription: providerSubscriptionId,
        subscription_details: {
          items: itemChanges(subscription, priceIds),
          proration_behavior: 'always_invoice',
          proration_date: seconds,
        },
      },
      oneTimeKey(),
    );
  // A negative balance is credit; an invoice below zero adds to it, one above uses it up.
  const balance = starting_balance + total;
  const balanceAfter = total > 0 ? Math.min(0, balance) : balance;
  const next = (await totalOf(connection, priceIds)) + balanceAfter;
  return {
    at: new Date(seconds * 1_000),
    dueNow: { amount: amount_due, currency },
    credit: { amount: Math.max(0, -total), currency },
    next: { amount: Math.max(0, next), currency },
    nextAt: periodEndOf(subscription),
  };
}
