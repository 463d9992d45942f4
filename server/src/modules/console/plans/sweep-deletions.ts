import { Refusal, refuseIf } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import {
  findDeletionTime,
  giveUpDeletion,
  listDueDeletions,
  lockAccountIfAny,
  type PlanServices,
  removePerson,
} from '../../identity/index.ts';
import { findRole, type OperatorRules } from '../roles/require-operator.ts';

interface SweepParts extends Omit<PlanServices, 'client'>, Pick<OperatorRules, 'operators'> {
  readonly db: Database;
}

const nobody = { address: '', userAgent: '', cookieSession: false };

/** Deletes accounts whose planned deletion is due, each in a transaction of its own; gives up what is refused. */
export async function sweepDeletions(parts: SweepParts, at: Date): Promise<void> {
  for (const uid of await listDueDeletions(parts.db, at)) {
    try {
      await parts.db.transaction().execute((tx) => remove(tx, uid, { ...parts, at }));
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      // A payment under way ends by itself; the next sweep asks again.
      if (error.code !== 'billing/under-way') {
        await parts.db.transaction().execute(async (tx) => {
          await lockAccountIfAny(tx, uid);
          await giveUpDeletion(tx, uid, { ...parts, client: nobody });
        });
      }
    }
  }
}

/** Everything is read again under the account's lock: the person may have kept the account meanwhile. */
async function remove(
  tx: Transaction,
  uid: string,
  { at, ...parts }: SweepParts & { readonly at: Date },
): Promise<void> {
  const account = await lockAccountIfAny(tx, uid);
  const deletesAt = await findDeletionTime(tx, uid);
  if (!account || !deletesAt || at < deletesAt) {
    return;
  }
  const role = await findRole(tx, { uid, ...account }, parts);
  refuseIf(role !== undefined, 'operator/is-operator');
  await removePerson(tx, account, { ...parts, client: nobody, actorId: null });
}
