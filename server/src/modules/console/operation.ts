import type { OperatorRole } from '@hearth/contract';
import type { Saga } from '../../platform/operation.ts';
import type { Database } from '../../platform/transaction.ts';
import type { BillingServices } from '../billing/index.ts';
import { type IdentityServices, operationsOf, type Services } from '../identity/index.ts';
import type { OperatorRules } from './roles/require-operator.ts';

/** Services of operations for operators. */
export interface ConsoleServices
  extends Services,
    Pick<OperatorRules, 'operators'>,
    Pick<IdentityServices, 'hooks'> {
  readonly operator: Operator;
  /** Reads the data that the product on Hearth keeps of a person; undefined if it has none. */
  readonly exportOwn: ((db: Database, uid: string) => Promise<unknown>) | undefined;
}

/** Who operates. */
interface Operator {
  /** Null for the command line. */
  readonly uid: string | null;
  readonly role: OperatorRole;
}

export const { read, change } = operationsOf<ConsoleServices>();

/** Services of operations for operators that may ask the payment provider. */
export type MoneyServices = ConsoleServices & BillingServices & Pick<Saga, 'db'>;

export const { saga } = operationsOf<ConsoleServices & BillingServices>();
