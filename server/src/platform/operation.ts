import type { Entry, InputOf, OutputOf } from '@hearth/contract';
import type { Database, Transaction } from './transaction.ts';

/**
 * A `read` is one statement without a transaction, a `change` one transaction, a `saga` opens
 * its own around slow steps such as hashing or a provider's answer.
 */
export type OperationKind = 'read' | 'change' | 'saga';

/** Database access of each kind of operation. */
export interface Reading {
  readonly db: Database;
}
export interface Changing {
  readonly tx: Transaction;
}
export interface Saga {
  readonly db: Database;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/**
 * One call of the wire. `run` is a property, not a method: an operation that needs a service which
 * the caller lacks does not compile.
 */
export interface Operation<E extends Entry, Kind extends OperationKind, Context> {
  readonly entry: E;
  readonly kind: Kind;
  readonly run: (input: InputOf<E>, context: Context) => Promise<OutputOf<E>>;
}
