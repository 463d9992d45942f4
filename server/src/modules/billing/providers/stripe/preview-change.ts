import type { ChangePreview, PriceChange } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { itemChanges, requireInPeriod, toSeconds } from './plan-items.ts';
import { totalOf } from './prices.ts';
import { oneTimeKey, retrieveSubscription } from './read-subscription.ts';
import { requirePaidTime } from './require-paid-time.ts';
import { periodOf, presentTotal } from './subscription.ts';

export async function previewChange(
  connection: Connection,
  { providerSubscriptionId, priceIds, at }: PriceChange,
): Promise<ChangePreview> {
  const subscription = await retrieveSubscription(connection, providerSubscriptionId);
  requirePaidTime(subscription);
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
  // A negative balance is credit. A positive one is owed, as after a total too small for a card.
  const balanceAfter = starting_balance + total - amount_due;
  const wanted = await totalOf(connection, priceIds);
  const next = wanted + balanceAfter;
  const { start, end } = periodOf(subscription);
  // From a price of 0 a new period begins with the change, as long as the present one.
  const isFromFree = presentTotal(subscription) === 0 && wanted > 0;
  const nextSeconds = isFromFree ? seconds + (end - start) : end;
  return {
    at: new Date(seconds * 1_000),
    dueNow: { amount: amount_due, currency },
    credit: { amount: Math.max(0, -total), currency },
    next: { amount: Math.max(0, next), currency },
    nextAt: new Date(nextSeconds * 1_000),
  };
}
