import type { PaymentProvider } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';
import { listOpenInvoices, voidInvoice } from './invoices.ts';
import { isMissing } from './stripe-errors.ts';
import { latestInvoiceOf, retrieveSubscription, toStatus } from './subscription.ts';

type EndedSubscription = Parameters<PaymentProvider['endSubscription']>[0];

export async function endSubscription(
  connection: Connection,
  { key, id }: EndedSubscription,
): Promise<void> {
  await cancel(connection, id);
  await voidOpen(connection, { key, id });
}

/** The invoice first: what is void cannot be paid while the subscription ends. */
export async function giveUpSubscription(
  connection: Connection,
  { key, id }: EndedSubscription,
): Promise<boolean> {
  const before = await findState(connection, id);
  if (before !== 'waiting') {
    return before === 'over';
  }
  await voidOpen(connection, { key, id });
  const after = await findState(connection, id);
  if (after === 'waiting') {
    await cancel(connection, id);
  }
  return after !== 'paid';
}

type State = 'waiting' | 'paid' | 'over';

async function findState(connection: Connection, id: string): Promise<State> {
  try {
    const subscription = await retrieveSubscription(connection, id);
    const status = toStatus(subscription);
    if (status === 'canceled') {
      return 'over';
    }
    const isPaid = latestInvoiceOf(subscription)?.status === 'paid';
    return status === 'incomplete' && !isPaid ? 'waiting' : 'paid';
  } catch (error) {
    if (isMissing(error)) {
      return 'over';
    }
    throw error;
  }
}

async function voidOpen(connection: Connection, { key, id }: EndedSubscription): Promise<void> {
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
