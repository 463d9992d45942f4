import * as contract from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import {
  findAccountById,
  findAddressChange,
  findDeletionTime,
  listWaysIn,
} from '../../identity/index.ts';
import { listSubscriptionsOf } from '../../subscriptions/index.ts';
import { noteLook } from '../acts/act-store.ts';
import { type ConsoleServices, change } from '../operation.ts';

/** What is stored about a person, for whoever runs the product to hand over. */
export const exportAccount = change(contract.exportAccount, async ({ uid, reason }, context) => {
  const { tx, operator, clock } = context;
  const data = (await readPerson(tx, uid, context)) ?? refuse('account/unknown');
  const look = { subjectId: uid, act: 'export', reason, operatorId: operator.uid } as const;
  await noteLook(tx, look, clock.now());
  return data;
});

/** Undefined for somebody who is gone. */
export async function readPerson(
  db: Database,
  uid: string,
  { exportOwn }: Pick<ConsoleServices, 'exportOwn'>,
) {
  const found = await findAccountById(db, uid);
  if (!found) {
    return undefined;
  }
  const { passwordHash: _secret, ...account } = found;
  const subscriptions = (await listSubscriptionsOf(db, uid)).map((one) => ({ ...one }));
  const waysIn = await listWaysIn(db, uid);
  const addressChange = (await findAddressChange(db, uid)) ?? null;
  const deletesAt = (await findDeletionTime(db, uid)) ?? null;
  const app = await exportOwn?.(db, uid);
  return {
    account: { ...account, addressChange, deletesAt },
    waysIn,
    subscriptions,
    ...(app !== undefined && { app }),
  };
}
