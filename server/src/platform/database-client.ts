import pg from 'pg';
import {
  type DatabaseAddress,
  type DatabaseServer,
  readDatabaseAddress,
} from './database-servers.ts';

/** Address of PostgreSQL, or the socket folder of the embedded one. */
export type DatabaseLocation =
  | { readonly connectionString: string }
  | { readonly host: string; readonly user: string; readonly database: string };

/** Bounds of one connection; 0 for none. */
export interface ConnectionLimits {
  /** Longest time that a statement may take. */
  readonly statementMs: number;
  /** Longest wait for a lock of another transaction. */
  readonly lockMs?: number;
  /** Longest time that a transaction may do nothing. */
  readonly idleTransactionMs?: number;
}

export interface PoolParts {
  readonly location: DatabaseLocation;
  readonly limits: ConnectionLimits;
  readonly max: number;
  /** A connection that is lost, idle or in use. */
  readonly onError: (error: Error) => void;
  /** A connection left the pool because a statement failed for want of disk, memory or a primary. */
  readonly onSpent?: () => void;
}

/** Longest time until PostgreSQL lets a connection in. */
const connectMs = 5_000;
/** Longest wait for a free connection of a pool. */
const waitMs = 15_000;
/** PostgreSQL ends a statement that takes too long; without a word from it after this, the host has vanished. */
const silenceMs = 5_000;
const farewellMs = 1_000;
/** An idle host is asked whether it lives after this; Node asks ten times, a second apart. */
const keepAliveMs = 10_000;
/** PostgreSQL notices within a minute that the machine of this program has vanished, and lets its locks go. */
const serverKeepAlive = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 3`;

/** Disk, memory or input and output failed, or this server takes no writes: another connection may find a better one. */
const spentCodes = /^(53[12]00|58030|25006|55000)$/;

/** Begins a statement that each connection plans once: a hot join of few rows, whose planning costs more than its running. */
const planOnce = /\/\* plan once: ([\w-]+) \*\//;
const longestHead = 80;

/** Pool whose connections have the limits; those that refused a write do not stay in it. */
export function openPool({ location, limits, max, onError, onSpent }: PoolParts): pg.Pool {
  const address = toAddress(location);
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: waitMs,
    Client: class extends DatabaseClient {
      constructor() {
        super(address, limits);
      }
    },
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('release', (_, client) => {
    if (client instanceof DatabaseClient && client.isSpent) {
      onSpent?.();
      client.end().catch(onError);
    }
  });
  return pool;
}

/** A connection of its own, not connected yet. */
export function createClient({ location, limits, onError }: Omit<PoolParts, 'max' | 'onSpent'>) {
  const client = new DatabaseClient(toAddress(location), limits);
  client.on('error', onError);
  return client;
}

interface Address {
  readonly config: pg.ClientConfig;
  /** Answers the address to connect to; undefined if the configuration has it all. */
  choose(): Promise<DatabaseServer | undefined>;
  /** The chosen one failed. */
  forget(): void;
  readonly needsWrites: boolean;
}

function toAddress(location: DatabaseLocation): Address {
  if (!('connectionString' in location)) {
    return { config: location, choose: async () => undefined, forget() {}, needsWrites: false };
  }
  const { servers, needsWrites, ...config } = readDatabaseAddress(location.connectionString);
  let chosen: Promise<DatabaseServer> | undefined;
  return {
    config,
    needsWrites,
    async choose() {
      if (servers.length === 1) {
        return undefined;
      }
      chosen ??= findWriting({ ...config, servers }).catch((error: unknown) => {
        chosen = undefined;
        throw error;
      });
      return await chosen;
    },
    forget() {
      chosen = undefined;
    },
  };
}

/** The first server that answers and takes writes. */
async function findWriting({
  connectionString,
  servers,
}: Pick<DatabaseAddress, 'connectionString' | 'servers'>): Promise<DatabaseServer> {
  const asked = servers.map(async (server) => {
    const choose = async () => server;
    const config = { connectionString };
    const address = { config, choose, forget() {}, needsWrites: true };
    const client = new DatabaseClient(address, { statementMs: connectMs });
    await client.connect();
    await client.end();
    return server;
  });
  return await Promise.any(asked).catch((error: AggregateError) => {
    const reasons = servers.map(({ host, port }, index) => {
      const reason: unknown = error.errors[index];
      return `${host}:${port} (${reason instanceof Error ? reason.message : reason})`;
    });
    throw withCode('08001', `No server of DATABASE_URL takes writes: ${reasons.join(', ')}.`);
  });
}

const withCode = (code: string, sentence: string) => Object.assign(new Error(sentence), { code });

/** Every connection to PostgreSQL, except for those of the embedded one's superuser. */
export class DatabaseClient extends pg.Client {
  /** A statement failed in a way that another connection may not. */
  isSpent = false;
  readonly #address: Address;
  readonly #limits: ConnectionLimits;
  #deadline: NodeJS.Timeout | undefined;

  constructor(address: Address, limits: ConnectionLimits) {
    super({
      ...address.config,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    this.#address = address;
    this.#limits = limits;
    // A statement that a lost connection fails says so itself; without a listener the loss would end the process.
    this.on('error', () => undefined);
    this.on('drain', () => clearTimeout(this.#deadline));
    this.on('end', () => clearTimeout(this.#deadline));
    this.connection.on('errorMessage', ({ code = '' }: pg.DatabaseError) => {
      this.isSpent ||= spentCodes.test(code);
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
    const opening = this.#open();
    if (callback === undefined) {
      return opening.then(() => this);
    }
    opening.then(() => callback(null), callback);
    return undefined;
  }

  async #open(): Promise<void> {
    const server = await this.#address.choose();
    Object.assign(this, server);
    try {
      await super.connect();
      await this.#prepare();
    } catch (error) {
      this.#address.forget();
      await this.end();
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    const { statementMs, lockMs = 0, idleTransactionMs = 0 } = this.#limits;
    this.#limit(connectMs);
    // Not in the startup message, in which PgBouncer refuses them.
    const settings = `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};
      set idle_in_transaction_session_timeout = ${idleTransactionMs}; ${serverKeepAlive}`;
    const results: unknown = await super.query(`${settings}; show transaction_read_only`);
    const rows = (results as pg.QueryResult<{ transaction_read_only: string }>[]).at(-1)?.rows;
    if (this.#address.needsWrites && rows?.[0]?.transaction_read_only === 'on') {
      throw withCode('25006', 'The server takes no writes.');
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's eleven overloads of `query` have no common type.
  override query(text: any, values?: any, callback?: any): any {
    const { statementMs } = this.#limits;
    if (statementMs > 0) {
      this.#limit(statementMs + silenceMs);
    }
    const name =
      typeof text === 'string' ? planOnce.exec(text.slice(0, longestHead))?.[1] : undefined;
    return name === undefined
      ? super.query(text, values, callback)
      : super.query({ name, text, values }, callback);
  }

  /** Closes the connection unless all statements are answered by then; the host may have vanished. */
  #limit(ms: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      const sentence = `PostgreSQL was silent for ${ms / 1_000} s.`;
      this.connection.stream.destroy(withCode('ETIMEDOUT', sentence));
    }, ms);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // A vanished host answers no farewell.
    const destroy = setTimeout(() => this.connection.stream.destroy(), farewellMs);
    this.once('end', () => clearTimeout(destroy));
    return callback === undefined ? super.end() : void super.end(callback);
  }
}
