import type { Database, Transaction } from '../../../platform/transaction.ts';
import {
  findAddressChange,
  findObstacle,
  giveUpAddressChange,
  listDueAddressChanges,
  lockAccountIfAny,
  type PlanServices,
  takeNewAddress,
  toDueStep,
} from '../../identity/index.ts';
import { findRole, type OperatorRules } from '../roles/require-operator.ts';

interface SweepParts extends Omit<PlanServices, 'client'>, Pick<OperatorRules, 'operators'> {
  readonly db: Database;
}

const nobody = { address: '', userAgent: '', cookieSession: false };

/** Lets changes of address that operators have begun take effect, or gives them up, each in a transaction of its own. */
export async function sweepAddressChanges(parts: SweepParts, at: Date): Promise<void> {
  for (const uid of await listDueAddressChanges(parts.db, at)) {
    await parts.db.transaction().execute((tx) => settle(tx, uid, { ...parts, at }));
  }
}

/** Everything is read again under the account's lock: the old mailbox may have stopped the change meanwhile. */
async function settle(
  tx: Transaction,
  uid: string,
  { at, ...parts }: SweepParts & { readonly at: Date },
): Promise<void> {
  const account = await lockAccountIfAny(tx, uid);
  const change = await findAddressChange(tx, uid);
  if (!account || !change) {
    return;
  }
  const context = { ...parts, client: nobody };
  switch (toDueStep(change, account, at)) {
    case 'wait':
      return;
    case 'give-up':
      return await giveUpAddressChange(tx, { account, end: 'lapsed' }, context);
    case 'take-effect': {
      // The person may have become an operator since.
      const role = await findRole(tx, { uid, ...account }, parts);
      const obstacle = role ? 'not-allowed' : await findObstacle(tx, change, context);
      return obstacle
        ? await giveUpAddressChange(tx, { account, end: obstacle }, context)
        : await takeNewAddress(tx, { account, change }, context);
    }
  }
}
