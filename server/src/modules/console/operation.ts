import type { OperatorRole } from '@hearth/contract';
import { operationsOf, type Services } from '../identity/index.ts';

/** Services of operations for operators. */
export interface ConsoleServices extends Services {
  readonly operatorRole: OperatorRole;
}

export const { read } = operationsOf<ConsoleServices>();
