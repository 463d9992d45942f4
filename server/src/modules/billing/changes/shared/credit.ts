import { refuseIf } from '../../../../platform/refusal.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import type { Price } from '../../port/plan.ts';
import type { BillingAccount } from '../../records/billing-account-store.ts';

interface Purchase {
  readonly account: BillingAccount | undefined;
  readonly price: Pick<Price, 'currency'>;
}

/**
 * Reads the customer's credit for a first payment, in minor units; below zero it is a debt. Refuses a price in
 * another currency than the credit, because no provider takes one from the other (decision 045).
 */
export async function readCredit(
  { account, price }: Purchase,
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<number> {
  const { customerId, providerSubscriptionId } = account ?? {};
  const customer = customerId ? await payments.readCustomer(customerId) : undefined;
  // A first payment that still waits is given up for this one, which gives back the credit that it used.
  const waiting = providerSubscriptionId
    ? (await payments.readSubscription(providerSubscriptionId))?.latestInvoice
    : undefined;
  const returned = waiting?.status === 'open' ? waiting.fromCredit.amount : 0;
  const currency = returned > 0 ? waiting?.fromCredit.currency : customer?.creditCurrency;
  refuseIf(currency != null && currency !== price.currency, 'plan/no-such-price');
  return (customer?.credit ?? 0) + returned;
}
