import { ProviderRejected } from '../../../port/payment-provider.ts';
import type { Ledger } from '../ledger.ts';
import type { SandboxPlan } from './catalogue.ts';
import { presentPlan } from './sold-plan.ts';

/** Rejects a plan in another currency than the customer's. */
export function requireCurrency(ledger: Ledger, { name, total }: SandboxPlan): void {
  const currency = findCurrency(ledger);
  if (currency !== undefined && currency !== total.currency) {
    throw new ProviderRejected(
      `The customer ${ledger.customer.id} pays in ${currency}, so ${name} cannot be paid in ${total.currency}.`,
    );
  }
}

/** A customer has one currency as long as a subscription runs, as at Stripe, and as long as credit is left. */
function findCurrency(ledger: Ledger): string | undefined {
  const running = ledger.subscriptions.find(({ status }) => status !== 'canceled');
  return running ? presentPlan(ledger, running).total.currency : findCreditCurrency(ledger);
}

/** Credit is left by invoices, all of which have one currency until it is used up. */
export function findCreditCurrency({
  customer,
  invoices,
}: Pick<Ledger, 'customer' | 'invoices'>): string | undefined {
  return customer.credit > 0 ? invoices.at(-1)?.currency : undefined;
}
