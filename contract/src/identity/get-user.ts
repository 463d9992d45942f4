import * as z from 'zod/mini';
import { self } from '../access.ts';
import { document } from '../entry.ts';
import { uid } from '../fields.ts';
import { user } from './user.ts';

/** Reads one's own users/{uid}. */
export const getUser = document({
  method: 'GET',
  path: '/v1/users/{uid}',
  access: self,
  readOnly: true,
  input: z.strictObject({ uid }),
  output: user,
  refusals: [],
});
