import * as contract from '@hearth/contract';
import { read } from './operation.ts';

/** Role of the caller. */
export const getOperator = read(contract.getOperator, async (_input, { operator }) => ({
  role: operator.role,
}));
