import { enqueue } from '../../../platform/jobs/job-store.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { insertRestore } from '../records/restore-store.ts';

/**
 * Lets nothing be charged in a database that was restored, until its rows are compared with all that
 * runs at the payment provider. The next start begins with that.
 */
export async function requireReconciling(
  tx: Transaction,
  restore: Parameters<typeof insertRestore>[1],
): Promise<void> {
  await insertRestore(tx, restore);
  const task = 'reconcile-billing';
  await enqueue(tx, task, {}, { queue: task, priority: 10, maxAttempts: 1 });
}
