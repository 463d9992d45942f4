import { InstantOutsidePeriod } from '../../port/change-refused.ts';
import type {
  ChangeForBuyer,
  ChangePreview,
  PaymentProvider,
  PriceChange,
  ProviderSubscription,
} from '../../port/payment-provider.ts';
import { requirePaidPeriod } from './change-prices.ts';
import { dropPendingChange } from './invoices.ts';
import {
  type Ledger,
  recordEvent,
  requireSubscription,
  type SandboxSubscription,
} from './ledger.ts';
import { toProviderSubscription } from './provider-shapes.ts';
import { requireCurrency } from './rules/currency.ts';
import { priceLines, taxingOf } from './rules/price-lines.ts';
import { periodLines, settle } from './rules/proration.ts';
import { takeStep } from './run-due.ts';
import { changeLedger, readLedger, type Sandbox, withIdempotencyKey } from './sandbox-work.ts';
import { getCustomerId } from './stores/subscription-row-store.ts';

type SchedulingCalls = Pick<
  PaymentProvider,
  'previewScheduled' | 'scheduleChange' | 'dropScheduled'
>;

/** Calls about plan changes that wait for the end of the period. */
export function schedulingCalls(sandbox: Sandbox): SchedulingCalls {
  return {
    async previewScheduled(change) {
      const customerId = await getCustomerId(sandbox.db, change.providerSubscriptionId);
      return readLedger(sandbox, customerId, (ledger) => previewScheduled(ledger, change));
    },

    scheduleChange: (input) =>
      withIdempotencyKey(sandbox, { name: 'scheduleChange', input }, async (tx, at) => {
        const customerId = await getCustomerId(tx, input.providerSubscriptionId);
        return changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          scheduleChange(ledger, input),
        );
      }),

    async dropScheduled(input) {
      const customerId = await getCustomerId(sandbox.db, input.id);
      // Once the period is over the change has taken effect, also where its renewal is not made yet.
      await takeStep(sandbox, { id: input.id, customerId }, sandbox.clock.now());
      return withIdempotencyKey(sandbox, { name: 'dropScheduled', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          schedule(ledger, requireSubscription(ledger, input.id), null),
        ),
      );
    },
  };
}

function previewScheduled(
  ledger: Ledger,
  { providerSubscriptionId, priceIds, at, buyer }: ChangeForBuyer,
): ChangePreview {
  const subscription = requireSubscription(ledger, providerSubscriptionId);
  requirePaidPeriod(subscription, at);
  dropPendingChange(ledger, subscription);
  const to = ledger.catalogue.getPlan(priceIds);
  requireCurrency(ledger, to);
  const nothing = { amount: 0, currency: to.total.currency };
  const renewal = priceLines(periodLines(to, subscription), {
    discount: subscription.discount,
    at: subscription.periodEnd,
    taxing: taxingOf(ledger, subscription, { plan: to, buyer }),
    currency: to.total.currency,
  });
  return {
    at,
    dueNow: nothing,
    credit: nothing,
    next: { ...nothing, amount: settle(renewal.total, ledger.customer.credit).due },
    nextAt: subscription.periodEnd,
    parts: { subtotal: 0, discount: 0, tax: 0, isTaxIncluded: false },
    endsAt: null,
  };
}

function scheduleChange(
  ledger: Ledger,
  { providerSubscriptionId, priceIds, at }: PriceChange,
): ProviderSubscription {
  const subscription = requireSubscription(ledger, providerSubscriptionId);
  const isInEffect = subscription.priceIds.join() === priceIds.join();
  if (subscription.cancelAtPeriodEnd || subscription.status === 'canceled' || isInEffect) {
    return toProviderSubscription(ledger, subscription);
  }
  requirePaidPeriod(subscription, ledger.at);
  if (subscription.periodEnd.getTime() !== at.getTime()) {
    throw new InstantOutsidePeriod();
  }
  dropPendingChange(ledger, subscription);
  const to = ledger.catalogue.getPlan(priceIds);
  requireCurrency(ledger, to);
  return schedule(ledger, subscription, to.priceIds);
}

function schedule(
  ledger: Ledger,
  subscription: SandboxSubscription,
  priceIds: readonly string[] | null,
): ProviderSubscription {
  if (subscription.scheduledPriceIds?.join() !== priceIds?.join()) {
    subscription.scheduledPriceIds = priceIds;
    recordEvent(ledger, 'customer.subscription.updated');
  }
  return toProviderSubscription(ledger, subscription);
}
