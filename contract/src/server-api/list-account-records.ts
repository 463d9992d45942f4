import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { accountRecord } from './account-record.ts';
import { accountsRead } from './key-scopes.ts';
import { pageOf, paging } from './paging.ts';

/** All accounts, in the order of their uids, or the one with an address. */
export const listAccountRecords = serverCall({
  method: 'GET',
  path: '/server/v1/accounts',
  access: accountsRead,
  input: z.strictObject({
    /** Only the account with this address, in capitals or not. */
    email: z.optional(z.string().check(z.maxLength(320))),
    ...paging,
  }),
  output: pageOf(accountRecord),
  refusals: [],
});
