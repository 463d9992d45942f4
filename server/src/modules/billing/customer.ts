import { findBillingAccount, writeBillingAccount } from './billing-account-store.ts';
import type { BillingDetails, PaymentProvider } from './payment-provider.ts';
import type { PerformContext } from './perform-context.ts';

interface Payer {
  readonly subscriptionId: string;
  readonly email: string;
  readonly details: BillingDetails | null;
}

/** The provider's customer of the subscription; one that a crash left there is found again. */
export async function ensureCustomer(
  { subscriptionId, email, details }: Payer,
  { db, payments }: Pick<PerformContext, 'db'> & { readonly payments: PaymentProvider },
): Promise<string> {
  const account = await findBillingAccount(db, subscriptionId);
  if (account?.customerId) {
    return account.customerId;
  }
  const customerId =
    (await payments.findCustomer(subscriptionId)) ??
    (await payments.createCustomer({
      key: `${subscriptionId}-customer`,
      subscriptionId,
      email,
      details,
    }));
  await writeBillingAccount(db, subscriptionId, { customerId });
  return customerId;
}
