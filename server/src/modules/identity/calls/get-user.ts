import * as contract from '@hearth/contract';
import { toUser } from '../accounts/account.ts';
import { getAccount } from '../accounts/account-store.ts';
import { read } from '../operation.ts';

/** Reads one's own users/{uid}. */
export const getUser = read(contract.getUser, async (_input, { db, caller }) =>
  toUser(await getAccount(db, caller.uid)),
);
