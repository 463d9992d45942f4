import { toInvoiceParts } from '../../port/amounts.ts';
import { toDebt } from '../../port/debt.ts';
import { owes } from '../../port/owes.ts';
import type {
  InvoiceParts,
  ProviderInvoice,
  ProviderSubscription,
} from '../../port/payment-provider.ts';
import {
  chargedCard,
  type Ledger,
  listOwed,
  type SandboxInvoice,
  type SandboxSubscription,
} from './ledger.ts';
import { sum } from './rules/proration.ts';
import { lastAttemptAt } from './rules/retry-days.ts';
import { presentPlan } from './rules/sold-plan.ts';

export function toProviderSubscription(
  ledger: Ledger,
  subscription: SandboxSubscription,
): ProviderSubscription {
  const { id, customerId, status, priceIds, reference, scheduledPriceIds } = subscription;
  const isOver = status === 'canceled';
  const own = ledger.invoices.filter(({ subscriptionId }) => subscriptionId === id);
  const waiting = own.find(
    (invoice) => invoice.status === 'open' && invoice.waitingCardId !== null,
  );
  const latest = own.at(-1);
  return {
    id,
    customerId,
    status,
    priceIds,
    price: isOver ? null : presentPlan(ledger, subscription).total,
    periodStart: isOver ? null : subscription.periodStart,
    periodEnd: isOver ? null : subscription.periodEnd,
    endsAt: isOver ? null : endOf(subscription),
    scheduled: scheduledPriceIds && { priceIds: scheduledPriceIds, at: subscription.periodEnd },
    trialEnd: isOver ? null : subscription.trialEnd,
    ...(!isOver && taxStates[subscription.taxes]),
    clientSecret: waiting?.clientSecret ?? null,
    subscriptionId: reference,
    card: chargedCard(ledger),
    latestInvoice: latest && latest.total !== 0 ? toInvoice(latest) : null,
    debt: owes({ status }) ? toDebt(listOwed(ledger, id).map(toInvoice)) : null,
  };
}

const taxStates: Readonly<
  Record<SandboxSubscription['taxes'], Pick<ProviderSubscription, 'isTaxed' | 'isTaxStopped'>>
> = { off: {}, automatic: { isTaxed: true }, stopped: { isTaxStopped: true } };

/** When it ends by itself; null where it renews. */
function endOf({ cancelAtPeriodEnd, periodEnd }: SandboxSubscription): Date | null {
  return cancelAtPeriodEnd ? periodEnd : null;
}

const latestOf = (instants: readonly Date[]) =>
  new Date(Math.max(...instants.map((instant) => instant.getTime())));

export function toInvoice(invoice: SandboxInvoice): ProviderInvoice {
  const { id, number, createdAt, total, amountDue, currency, status, credited } = invoice;
  const charged = invoice.lines.filter(({ amount }) => amount > 0);
  return {
    id,
    number,
    createdAt,
    total: { amount: total, currency },
    ...partsOf(invoice),
    due: { amount: amountDue, currency },
    fromCredit: { amount: invoice.creditUsed, currency },
    credited,
    priceIds: [...new Set(charged.map(({ priceId }) => priceId))],
    paidUntil: charged.length > 0 ? latestOf(charged.map(({ to }) => new Date(to))) : null,
    retryAt: invoice.nextAttemptAt,
    lastTryAt: invoice.nextAttemptAt && lastAttemptAt(createdAt),
    status,
  };
}

function partsOf({ lines, discount }: SandboxInvoice): InvoiceParts {
  const taxes = lines.flatMap(({ tax }) => (tax ? [tax] : []));
  return toInvoiceParts({
    subtotal: sum(lines),
    discount,
    tax: taxes.length > 0 ? sum(taxes) : null,
  });
}
