import type { PayingContext } from '../port/billing-services.ts';

const newest = 20;

/** Removes a customer at the provider, unless it has paid, owes, or has credit: then it is somebody's record. */
export async function removeUnused(
  customerId: string,
  { payments, log }: Pick<PayingContext, 'payments' | 'log'>,
): Promise<'removed' | 'left'> {
  const customer = await payments.readCustomer(customerId);
  const invoices = await payments.listInvoices(customerId, newest);
  const isUsed = customer?.credit || invoices.some(({ status }) => status !== 'void');
  if (isUsed) {
    log.error({ customer: customerId }, 'customer kept: it has invoices or credit');
    return 'left';
  }
  await payments.removeCustomer({ key: `${customerId}-remove`, customerId });
  return 'removed';
}
