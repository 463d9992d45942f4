import * as contract from '@hearth/contract';
import { toAccountRecord } from './account-record.ts';
import { listStoredAccounts } from './account-record-store.ts';
import { read } from './operation.ts';
import { toPage } from './page.ts';

/** All accounts page by page, or the one with an address. */
export const listAccountRecords = read(contract.listAccountRecords, async (input, { db }) => {
  const email =
    input.email && (contract.findEmail(input.email) ?? input.email.trim().toLowerCase());
  const accounts = await listStoredAccounts(db, { ...input, email });
  return toPage(accounts, input, toAccountRecord);
});
