import type { PaymentProvider } from '../../payment-provider.ts';
import type { Connection } from './connection.ts';
import { listOpenInvoices, voidInvoice } from './invoices.ts';
import { isMissing } from './stripe-errors.ts';

type EndedSubscription = Parameters<PaymentProvider['endSubscription']>[0];

export async function endSubscription(
  connection: Connection,
  { key, id }: EndedSubscription,
): Promise<void> {
  await cancel(connection, id);
  for (const invoice of await listOpenInvoices(connection, id)) {
    await voidInvoice(connection, { key, id: invoice.id });
  }
}

/** Stripe answers the second time as if there had never been one. */
async function cancel({ stripe }: Connection, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
}
