import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type DatabaseLocation, openPool } from './database-client.ts';
import type { Database } from './transaction.ts';

export type { DatabaseLocation };

export interface OpenDatabase {
  readonly db: Database;
  /** For those who need connections of their own. */
  readonly location: DatabaseLocation;
  close(): Promise<void>;
}

/** Connections for requests. */
export const requestConnections = 10;

/** Bounds of the connections for requests. */
export const requestLimits = { statementMs: 15_000, lockMs: 10_000, idleTransactionMs: 30_000 };

interface PoolLimits {
  /** Most connections. */
  readonly max?: number;
  /** Longest time that a statement may take; 0 for no bound, on locks neither. */
  readonly statementMs?: number;
}

/** Opens a pool; nothing is connected until the first statement. */
export function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  { max = requestConnections, statementMs = requestLimits.statementMs }: PoolLimits = {},
): OpenDatabase {
  const bounds = statementMs === 0 ? { statementMs } : { ...requestLimits, statementMs };
  const onSpent = () => {
    opened.isSuspect = true;
  };
  const pool = openPool({ location, onError, onSpent, max, limits: bounds });
  const opened = { pool, isSuspect: false };
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, opened);
  return { db, location, close: () => db.destroy() };
}

interface Opened {
  readonly pool: pg.Pool;
  /** A write failed for want of disk, memory or a primary, and none has been tried since. */
  isSuspect: boolean;
}

const pools = new WeakMap<Database, Opened>();

export interface PoolState {
  /** Open connections, and how many of them nobody uses. */
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** State of the connections that `openDatabase` opened; zeros for a database that it did not open. */
export function readPool(db: Database): PoolState {
  const pool = pools.get(db)?.pool;
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
  return { open: totalCount, idle: idleCount, waiting: waitingCount };
}

/**
 * Fails if the database does not answer or takes no writes. After a full disk it makes and drops a table, since only a
 * growing file shows free space.
 */
export async function requireWrites(db: Database): Promise<void> {
  // An error of the server itself, so that the connection leaves the pool.
  await sql`
    do $$ begin
      if current_setting('transaction_read_only')::bool then
        raise read_only_sql_transaction using message = 'The database takes no writes.';
      end if;
    end $$`.execute(db);
  const opened = pools.get(db);
  if (opened?.isSuspect) {
    await db.transaction().execute(async (tx) => {
      await sql`
        create temp table room on commit drop as
        select md5(n::text) from generate_series(1, 5000) n`.execute(tx);
    });
    opened.isSuspect = false;
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

/** True when a statement would write in a transaction that only reads. */
export function isReadOnlyViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
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

/**
 * Errors of the network; PostgreSQL is away, out of connections, disk or memory, read-only, closed to logins or
 * too slow; and changes that another one overtook.
 */
const unavailableCodes =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|HOSTUNREACH|NETUNREACH|HOSTDOWN|PIPE|TIMEDOUT|AI_AGAIN)|ENOENT|ENOTFOUND|08\w{3}|25006|25P0[34]|28000|28P01|3D000|40001|40P01|53\w{3}|55000|55P03|57014|57P0[1-5]|58\w{3})$/;
const unavailableWords =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** True when PostgreSQL could not be reached, went away, or cannot write; the same call may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  // A client that hangs up in the middle of its body fails as `aborted`, with a socket's code.
  if (!(error instanceof Error) || error.message === 'aborted') {
    return false;
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // pg gives these no code, only words.
  return unavailableCodes.test(code) || unavailableWords.test(error.message);
}
