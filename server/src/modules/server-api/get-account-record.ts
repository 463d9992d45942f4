import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { toAccountRecord } from './account-record.ts';
import { findAccountRecord } from './account-record-store.ts';
import { read } from './operation.ts';

/** One account. */
export const getAccountRecord = read(contract.getAccountRecord, async ({ uid }, { db }) => {
  const account = await findAccountRecord(db, uid);
  refuseUnless(account, 'account/unknown');
  return toAccountRecord(account);
});
