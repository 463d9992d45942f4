import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { operatorRoles } from './rights.ts';

/** The caller's own role. Like each call of operators, it is not there for all others: 404. */
export const getOperator = document({
  method: 'GET',
  path: '/v1/operator',
  access: operatorFor('look'),
  input: z.strictObject({}),
  output: z.object({ role: z.enum(operatorRoles) }),
  refusals: [],
});
