import type { Database, Transaction } from '../../../../../platform/transaction.ts';
import type { SandboxInvoice } from '../ledger.ts';
import { tables } from './sandbox-store.ts';

export const invoiceColumns = [
  'id',
  'customerId',
  'subscriptionId',
  'secret',
  'number',
  'reason',
  'status',
  'createdAt',
  'paidAt',
  'currency',
  'lines',
  'discount',
  'total',
  'creditUsed',
  'amountDue',
  'retries',
  'nextAttemptAt',
  'clientSecret',
  'waitingCardId',
  'paidCard',
  'refunded',
  'credited',
  'disputed',
  'dispute',
  'billedTo',
] as const satisfies readonly (keyof SandboxInvoice)[];

/** Lists invoices newest first, without those of 0 such as a period of a free plan. */
export async function listInvoiceRows(
  db: Database,
  customerId: string,
  limit: number,
): Promise<SandboxInvoice[]> {
  return tables(db)
    .selectFrom('sandbox.invoices')
    .select(invoiceColumns)
    .where('customerId', '=', customerId)
    .where('total', '<>', 0)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
}

export async function findInvoiceRow(
  db: Database,
  id: string,
): Promise<SandboxInvoice | undefined> {
  return tables(db)
    .selectFrom('sandbox.invoices')
    .select(invoiceColumns)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Writes refunds, credit notes and disputes of a paid invoice. */
export async function setReturned(
  tx: Transaction,
  { id, refunded, credited, disputed, dispute }: SandboxInvoice,
): Promise<void> {
  await tables(tx)
    .updateTable('sandbox.invoices')
    .set({ refunded, credited, disputed, dispute })
    .where('id', '=', id)
    .execute();
}

export async function findInvoiceBySecret(
  db: Database,
  secret: string,
): Promise<SandboxInvoice | undefined> {
  return tables(db)
    .selectFrom('sandbox.invoices')
    .select(invoiceColumns)
    .where('secret', '=', secret)
    .where('status', '<>', 'draft')
    .executeTakeFirst();
}

/** Finds the customer of the invoice with this client secret. */
export async function findCustomerByClientSecret(
  db: Database,
  clientSecret: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('sandbox.invoices')
    .select('customerId')
    .where('clientSecret', '=', clientSecret)
    .executeTakeFirst();
  return row?.customerId;
}
