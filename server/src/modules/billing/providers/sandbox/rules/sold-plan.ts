import { type Frequency, frequencies } from '@hearth/contract';
import { periodAround } from '../../../port/period.ts';
import type { Ledger, SandboxSubscription } from '../ledger.ts';
import type { SandboxPlan } from './catalogue.ts';

/** Finds the subscription's plan with the price at which it was sold. */
export function presentPlan(
  ledger: Pick<Ledger, 'catalogue' | 'invoices'>,
  subscription: SandboxSubscription,
): SandboxPlan {
  const { catalogue } = ledger;
  const { priceIds, soldAmount } = subscription;
  const found = catalogue.findPlan(priceIds) ?? findSoldPlan(ledger, subscription);
  const plan = found ?? catalogue.getPlan(priceIds);
  const { currency, amount } = plan.total;
  return { ...plan, total: { currency, amount: soldAmount ?? amount } };
}

/**
 * Finds the plan of a price that the configuration has lost, as its invoices and its period show it: Stripe keeps
 * such a price too. Undefined for a subscription of an older version, whose price was not kept.
 */
function findSoldPlan(
  { invoices }: Pick<Ledger, 'invoices'>,
  subscription: SandboxSubscription,
): SandboxPlan | undefined {
  const { id, priceIds, soldAmount } = subscription;
  const [latest] = invoices
    .filter(({ subscriptionId }) => subscriptionId === id)
    .flatMap(({ currency, lines }) => lines.map((line) => ({ ...line, currency })))
    .filter(({ priceId }) => priceIds.includes(priceId))
    .reverse();
  const frequency = latest?.frequency ?? findFrequency(subscription);
  if (!latest || !frequency || soldAmount === null) {
    return undefined;
  }
  const { plan: name, currency } = latest;
  return { name, priceIds, frequency, total: { amount: soldAmount, currency } };
}

function findFrequency({
  billingCycleAnchor,
  periodStart,
  periodEnd,
}: SandboxSubscription): Frequency | undefined {
  return frequencies.find((frequency) => {
    const { start, end } = periodAround(billingCycleAnchor ?? periodStart, frequency, periodStart);
    return start.getTime() === periodStart.getTime() && end.getTime() === periodEnd.getTime();
  });
}
