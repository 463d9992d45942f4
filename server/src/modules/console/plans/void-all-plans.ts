import { sql } from 'kysely';
import type { Transaction } from '../../../platform/transaction.ts';
import { removeAllAddressChanges, removeAllPlannedDeletions } from '../../identity/index.ts';

/** Voids all planned acts of a database that was restored: they may have been stopped since the backup. */
export async function voidAllPlans(tx: Transaction): Promise<void> {
  await removeAllAddressChanges(tx);
  await removeAllPlannedDeletions(tx);
  await sql`
    update operator_acts set outcome = '{"end": "void"}'
    where act in ('change-address', 'delete') and number is not null and outcome is null`.execute(
    tx,
  );
}
