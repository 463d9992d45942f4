import * as contract from '@hearth/contract';
import { toUser } from '../accounts/account.ts';
import { readOwnAccount } from '../operation.ts';

/** Reads one's own users/{uid}. */
export const getUser = readOwnAccount(contract.getUser, async (_input, { account }) =>
  toUser(account),
);
