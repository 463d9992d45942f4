import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './transaction.ts';

/** Where PostgreSQL is: an address, or the socket folder of the embedded one. */
export type DatabaseLocation =
  | { readonly connectionString: string }
  | { readonly host: string; readonly user: string; readonly database: string };

export interface OpenDatabase {
  readonly db: Database;
  /** For those who need connections of their own. */
  readonly location: DatabaseLocation;
  close(): Promise<void>;
}

const connectMs = 5_000;

/** Connections for requests. */
export const requestConnections = 10;

const limits = {
  max: requestConnections,
  /** Longest wait for a free connection; connecting itself has `connectMs`. */
  connectionTimeoutMillis: 15_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
};

interface PoolLimits {
  /** Most connections. */
  readonly max?: number;
  /** Longest time that a statement may take. */
  readonly statementMs?: number;
}

/** Opens a pool; nothing is connected until the first statement. */
export function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  { max = limits.max, statementMs = limits.statement_timeout }: PoolLimits = {},
): OpenDatabase {
  const bounds = { ...limits, max, statement_timeout: statementMs };
  const pool = new pg.Pool({ ...location, ...bounds, Client: PlanningOnceClient });
  // Without listeners, a connection that PostgreSQL closes, idle or in use, would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return { db, location, close: () => db.destroy() };
}

const pools = new WeakMap<Database, pg.Pool>();

export interface PoolState {
  /** Open connections, and how many of them nobody uses. */
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** State of the connections that `openDatabase` opened; zeros for a database that it did not open. */
export function readPool(db: Database): PoolState {
  const pool = pools.get(db);
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
  return { open: totalCount, idle: idleCount, waiting: waitingCount };
}

const planOnce = /\/\* plan once: ([\w-]+) \*\//;
const longestHead = 80;

/**
 * Statements that begin with the comment `plan once: name` are parsed and planned once per
 * connection. It is for hot joins of few rows, whose planning costs more than their running.
 */
class PlanningOnceClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectMs });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's eleven overloads of `query` have no common type.
  override query(text: any, values?: any, callback?: any): any {
    const name =
      typeof text === 'string' ? planOnce.exec(text.slice(0, longestHead))?.[1] : undefined;
    return name === undefined
      ? super.query(text, values, callback)
      : super.query({ name, text, values }, callback);
  }
}

/** True when the named constraint refused a row that is already there. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
  );
}

/** True when the named column was left without a value. */
export function isNotNullViolation(error: unknown, column: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23502' && error.column === column;
}

/** True when the row that the named constraint asks for is not there (any more). */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && error.constraint === constraint
  );
}

/** True when another transaction kept a lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[1-5]|57014|08\w{3}|25P0[34]|40001|40P01|53300|55P03)$/;
const unavailableWords =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True when PostgreSQL could not be reached or went away; the same call may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  // A client that hangs up in the middle of its body fails as `aborted`, with a socket's code.
  if (!(error instanceof Error) || error.message === 'aborted') {
    return false;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // pg gives these no code, only words.
  return unavailableCodes.test(code) || unavailableWords.test(error.message);
}
