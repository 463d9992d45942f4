import { randomId } from '../../platform/ids.ts';
import {
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from './billing-account-store.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PerformContext } from './perform-context.ts';

interface Payer {
  readonly subscriptionId: string;
  readonly email: string;
}

/** The provider's customer of the subscription; one that a crash left there is found again, one that somebody removed there is made anew. */
export async function ensureCustomer(
  { subscriptionId, email }: Payer,
  { db, payments }: Pick<PerformContext, 'db'> & { readonly payments: PaymentProvider },
): Promise<string> {
  const account = await findBillingAccount(db, subscriptionId);
  const known = account?.customerId;
  if (known && (isCharged(account) || (await payments.hasCustomer(known)))) {
    return known;
  }
  // A key has one body, whoever asks and with what; so e-mail and address are said afterwards.
  const customerId =
    (await payments.findCustomer(subscriptionId)) ??
    (await payments.createCustomer({
      // Of one that was removed the provider would remember the key, and answer it.
      key: known ? `${subscriptionId}-customer-after-${known}` : `${subscriptionId}-customer`,
      subscriptionId,
    }));
  const key = `${subscriptionId}-customer-${randomId(12)}`;
  await payments.updateCustomer({ key, customerId, email });
  await writeBillingAccount(db, subscriptionId, { customerId });
  return customerId;
}

/** What is charged, or may be, stays with its customer. */
function isCharged({
  providerSubscriptionId,
  nextProviderSubscriptionId,
}: BillingAccount): boolean {
  return providerSubscriptionId !== null || nextProviderSubscriptionId !== null;
}
