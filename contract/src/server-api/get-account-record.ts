import * as z from 'zod/mini';
import { serverCall } from '../entry.ts';
import { uid } from '../fields.ts';
import { accountRecord } from './account-record.ts';
import { accountsRead } from './key-scopes.ts';

/** One account. */
export const getAccountRecord = serverCall({
  method: 'GET',
  path: '/server/v1/accounts/{uid}',
  access: accountsRead,
  input: z.strictObject({ uid }),
  output: accountRecord,
  refusals: ['account/unknown'],
});
