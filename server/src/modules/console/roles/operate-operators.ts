import type { OperatorRole } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account, OperatorContext } from '../../identity/index.ts';
import { removeOperator, saveOperator } from './operator-store.ts';

/** Makes the account an operator, or gives it another role. Only the command line calls this. */
export async function addOperator(
  { id }: Pick<Account, 'id'>,
  role: OperatorRole,
  { db, clock }: Pick<OperatorContext, 'db' | 'clock'>,
): Promise<void> {
  const at = clock.now();
  await db.transaction().execute(async (tx) => {
    await saveOperator(tx, { uid: id, role, at });
    await record(tx, 'operator.added', { id, at });
  });
}

/** From the next request on, the account is no operator. Answers whether it was one by a role. */
export async function dismissOperator(
  { id }: Pick<Account, 'id'>,
  { db, clock }: Pick<OperatorContext, 'db' | 'clock'>,
): Promise<boolean> {
  const at = clock.now();
  return await db.transaction().execute(async (tx) => {
    const wasThere = await removeOperator(tx, id);
    if (wasThere) {
      await record(tx, 'operator.removed', { id, at });
    }
    return wasThere;
  });
}

async function record(
  tx: Transaction,
  action: 'operator.added' | 'operator.removed',
  { id: subjectId, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const origin = { address: '', userAgent: 'operator command line' };
  await recordAudit(tx, { action, actorId: null, subjectId, at, origin });
}
