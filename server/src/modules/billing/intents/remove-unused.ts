import type { PayingContext } from '../port/billing-services.ts';
import { type ProviderCustomer, ProviderUnknown } from '../port/payment-provider.ts';

const newest = 20;

/** Removes a customer at the provider. One that has paid, owes or has credit is kept as a record. */
export async function removeUnused(
  customerId: string,
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<'removed' | 'kept'> {
  const customer = await findKnownCustomer(customerId, { payments });
  if (!customer) {
    return 'kept';
  }
  const invoices = await payments.listInvoices(customerId, newest);
  const isUsed = customer.credit || invoices.some(({ status }) => status !== 'void');
  if (isUsed) {
    return 'kept';
  }
  await payments.removeCustomer({ key: `${customerId}-remove`, customerId });
  return 'removed';
}

/**
 * Reads a customer; undefined also for one that this account never had, because it was created with
 * the keys of another account.
 */
export async function findKnownCustomer(
  customerId: string,
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<ProviderCustomer | undefined> {
  try {
    return await payments.readCustomer(customerId);
  } catch (error) {
    if (error instanceof ProviderUnknown) {
      return undefined;
    }
    throw error;
  }
}
