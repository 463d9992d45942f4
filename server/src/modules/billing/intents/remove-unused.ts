import type { PayingContext } from '../port/billing-services.ts';
import { type ProviderCustomer, ProviderUnknown } from '../port/payment-provider.ts';

const newest = 20;

/** Removes a customer at the provider, unless it has paid, owes, or has credit: then it is somebody's record. */
export async function removeUnused(
  customerId: string,
  { payments }: Pick<PayingContext, 'payments'>,
): Promise<'removed' | 'left'> {
  const customer = await findKnownCustomer(customerId, { payments });
  if (!customer) {
    return 'left';
  }
  const invoices = await payments.listInvoices(customerId, newest);
  const isUsed = customer.credit || invoices.some(({ status }) => status !== 'void');
  if (isUsed) {
    return 'left';
  }
  await payments.removeCustomer({ key: `${customerId}-remove`, customerId });
  return 'removed';
}

/**
 * Undefined also for one that this account never knew: it was made with the keys of another one, which
 * were changed since then on purpose, or before they were noticed.
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
