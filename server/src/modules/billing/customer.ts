import { randomId } from '../../platform/ids.ts';
import { findBillingAccount, writeBillingAccount } from './billing-account-store.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PerformContext } from './perform-context.ts';

interface Payer {
  readonly subscriptionId: string;
  readonly email: string;
}

/** The provider's customer of the subscription; one that a crash left there is found again. */
export async function ensureCustomer(
  { subscriptionId, email }: Payer,
  { db, payments }: Pick<PerformContext, 'db'> & { readonly payments: PaymentProvider },
): Promise<string> {
  const account = await findBillingAccount(db, subscriptionId);
  if (account?.customerId) {
    return account.customerId;
  }
  // A key has one body, whoever asks and with what; so e-mail and address are said afterwards.
  const customerId =
    (await payments.findCustomer(subscriptionId)) ??
    (await payments.createCustomer({ key: `${subscriptionId}-customer`, subscriptionId }));
  const key = `${subscriptionId}-customer-${randomId(12)}`;
  await payments.updateCustomer({ key, customerId, email });
  await writeBillingAccount(db, subscriptionId, { customerId });
  return customerId;
}
