import * as contract from '@hearth/contract';
import { read } from './operation.ts';

/** Role of the caller. */
export const getOperator = read(contract.getOperator, async (_input, { operatorRole }) => ({
  role: operatorRole,
}));
