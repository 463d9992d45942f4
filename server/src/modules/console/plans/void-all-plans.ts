import type { Transaction } from '../../../platform/transaction.ts';
import { removeAllAddressChanges, removeAllPlannedDeletions } from '../../identity/index.ts';
import { voidPlannedActs } from '../acts/act-store.ts';

/** Voids all planned acts of a database that was restored: they may have been stopped since the backup. */
export async function voidAllPlans(tx: Transaction): Promise<void> {
  await removeAllAddressChanges(tx);
  await removeAllPlannedDeletions(tx);
  await voidPlannedActs(tx);
}
