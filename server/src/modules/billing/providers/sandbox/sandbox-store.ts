import { isUnavailable } from '../../../../platform/database.ts';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import { ProviderUnavailable } from '../../port/payment-provider.ts';

/** Runs a query. While the database is unreachable, the provider counts as unreachable. */
export async function reach<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) {
      throw new ProviderUnavailable('The sandbox cannot reach its database.', { cause: error });
    }
    throw error;
  }
}

export function inTransaction<Answer>(
  { db }: { readonly db: Database },
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return reach(() => db.transaction().execute(work));
}
