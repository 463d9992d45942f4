import * as contract from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import {
  findAccountById,
  findAddressChange,
  findDeletionTime,
  listActiveSessions,
  listSecurityEvents,
  listWaysIn,
} from '../../identity/index.ts';
import { listMailsTo } from '../../mail/index.ts';
import { listSubscriptionsOf } from '../../subscriptions/index.ts';
import { noteLook } from '../acts/act-store.ts';
import { type ConsoleServices, change } from '../operation.ts';
import { listPayersOf } from './project-sheet-store.ts';

/** The data that is stored about a person, for the operator to hand over. */
export const exportAccount = change(contract.exportAccount, async ({ uid, reason }, context) => {
  const { tx, operator, clock } = context;
  const data = (await readPerson(tx, uid, context)) ?? refuse('account/unknown');
  const look = { subjectId: uid, act: 'export', reason, operatorId: operator.uid } as const;
  await noteLook(tx, look, clock.now());
  return data;
});

/** Undefined if the account is deleted. */
export async function readPerson(
  db: Database,
  uid: string,
  context: Pick<ConsoleServices, 'clock' | 'exportOwn' | 'settings'>,
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
  const app = await context.exportOwn?.(db, uid);
  return {
    account: { ...account, addressChange, deletesAt },
    waysIn,
    sessions: await listActiveSessions({ uid }, { ...context, db }),
    events: (await listSecurityEvents(db, uid)).map((one) => ({ ...one })),
    emails: (await listMailsTo(db, found.email)).map((one) => ({ ...one })),
    subscriptions,
    billing: (await listPayersOf(db, uid)).map((one) => ({ ...one })),
    ...(app !== undefined && { app }),
  };
}
