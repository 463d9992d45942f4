import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import {
  accountPrefix,
  type Catalogue,
  type CustomerState,
  emptyCatalogue,
  type Stored,
} from '../state.ts';
import { freeze } from './freeze.ts';
import {
  type Changes,
  type Delivery,
  type DeliveryOutcomes,
  type DueState,
  leaseSeconds,
  mostForgotten,
  mostTaken,
  type SavedAnswer,
  type Store,
  type TakenDelivery,
  type Transaction,
} from './store.ts';

/** The part of a pool of the package `pg` that is needed. */
export interface Pool {
  connect(): Promise<Client>;
}

export interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** True closes the connection instead of giving it back. */
  release(isBroken?: boolean): void;
}

/** Raised when the tables change; an emulator refuses a schema that is newer than itself. */
const version = 1;
const daySeconds = 24 * 3600;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const undefinedTable = '42P01';

/** States are `json`, since `jsonb` would lose the order in which objects were made. */
const tables = `
  create table state (owner text primary key, doc json not null, clock text, due_at bigint, number bigserial);
  create index on state (due_at) where due_at is not null;
  create table object (id text primary key, owner text not null);
  create table catalogue (version bigint not null, doc json not null);
  create table answer (key text primary key, doc json not null, saved_at bigint not null);
  create table event (number bigserial primary key, id text not null unique, created bigint not null, doc json not null);
  create index on event (created);
  create table delivery (id text primary key, doc json not null, due_at bigint not null, number bigserial);
  create sequence number;
  create table emulator (version integer not null);
`;

/** Keeps everything in one schema of a PostgreSQL database. The emulator makes missing schema and tables. */
export async function createPostgresStore(options: { pool: Pool; schema: string }): Promise<Store> {
  const store = new PostgresStore(options);
  await store.prepare();
  return store;
}

class PostgresStore implements Store {
  readonly #pool: Pool;
  readonly #schema: string;
  /** The last catalogue that was read, frozen, so that it crosses the wire only when it changed. */
  #cached: { version: string; catalogue: Catalogue } | undefined;

  constructor({ pool, schema }: { pool: Pool; schema: string }) {
    if (!/^[a-z_][a-z0-9_]*$/.test(schema)) {
      throw new Error(`${schema} is no name of a schema`);
    }
    this.#pool = pool;
    this.#schema = schema;
  }

  async prepare() {
    await this.#inTransaction(async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [this.#schema]);
      await client.query(`create schema if not exists ${this.#schema}`);
      const { rows } = await client.query("select to_regclass('emulator')::text as found");
      if (rows[0]?.found === null) {
        await client.query(tables);
      }
      await client.query('insert into emulator select $1 where not exists (select from emulator)', [
        version,
      ]);
      // A new account id, so that programs that keep ids notice the fresh start. No running process has read this
      // version.
      const account = accountPrefix + randomBytes(4).toString('hex');
      await client.query(
        'insert into catalogue select $1, $2 where not exists (select from catalogue)',
        [Date.now(), JSON.stringify(emptyCatalogue(account))],
      );
      const { rows: found } = await client.query('select version from emulator');
      if (found[0]?.version !== version) {
        throw new Error(
          `The schema ${this.#schema} was made by another version of the Stripe emulator (${found[0]?.version}, not ${version}). Drop it to start anew: drop schema ${this.#schema} cascade`,
        );
      }
    });
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#inTransaction((client) => work(this.#toTransaction(client)));
  }

  async #inTransaction<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isBroken = false;
    try {
      await client.query(`begin; set local search_path to ${this.#schema}`);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      throw this.#explain(error);
    } finally {
      client.release(isBroken);
    }
  }

  #toTransaction(client: Client): Transaction {
    const docs = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await client.query(text, values)).rows.map(({ doc }) => doc as T);
    return {
      nextNumber: async () => {
        const { rows } = await client.query("select nextval('number') as number");
        return Number(rows[0]?.number);
      },
      holdKey: async (key) => {
        const { rows } = await client.query(
          'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as held',
          [`${this.#schema}/${key}`],
        );
        return rows[0]?.held === true;
      },
      savedAnswer: async (key) =>
        (await docs<SavedAnswer>('select doc from answer where key = $1', [key]))[0],
      ownersOf: async (ids) => {
        const { rows } = await client.query('select id, owner from object where id = any($1)', [
          ids,
        ]);
        const owners = new Map(rows.map(({ id, owner }) => [String(id), String(owner)]));
        return ids.map((id) => owners.get(id));
      },
      lockStates: (owners) =>
        docs<CustomerState>(
          'select doc from state where owner = any($1) order by owner for update',
          [owners],
        ),
      readStates: (owners) =>
        owners === 'all'
          ? docs<CustomerState>('select doc from state order by number')
          : docs<CustomerState>('select doc from state where owner = any($1)', [owners]),
      lockCatalogue: async () => {
        const [catalogue] = await docs<Catalogue>('select doc from catalogue for update');
        return catalogue ?? emptyCatalogue();
      },
      readCatalogue: () => this.#readCatalogue(client),
      listEvents: (since = 0) =>
        docs<Stored<Stripe.Event>>('select doc from event where created >= $1 order by number', [
          since,
        ]),
      findEvent: async (id) =>
        (await docs<Stored<Stripe.Event>>('select doc from event where id = $1', [id]))[0],
      commit: (changes) => write(client, changes),
    };
  }

  readCatalogue(): Promise<Catalogue> {
    return this.#withClient((client) => this.#readCatalogue(client));
  }

  async #readCatalogue(client: Client): Promise<Catalogue> {
    const { rows } = await client.query(
      `select version, case when version = $1 then null else doc end as doc from ${this.#schema}.catalogue`,
      [this.#cached?.version ?? '0'],
    );
    const [row] = rows;
    if (row?.doc) {
      const catalogue = freeze(row.doc as Catalogue);
      this.#cached = { version: String(row.version), catalogue };
      return catalogue;
    }
    if (!this.#cached) {
      throw new Error(`The schema ${this.#schema} of the Stripe emulator has no catalogue`);
    }
    return this.#cached.catalogue;
  }

  async #withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } catch (error) {
      throw this.#explain(error);
    } finally {
      client.release();
    }
  }

  #explain(error: unknown): unknown {
    const isMissing = error instanceof Error && 'code' in error && error.code === undefinedTable;
    return isMissing
      ? new Error(
          `The schema ${this.#schema} lacks tables of the Stripe emulator. They are made at the next start, as those of another account without customers.`,
          { cause: error },
        )
      : error;
  }

  nextDue(now: number, clocks: Record<string, number>): Promise<DueState | undefined> {
    return this.#withClient(async (client) => {
      const { rows } = await client.query(
        `select owner, due_at from ${this.#schema}.state
          where due_at <= case when clock is null then $1 else ($2::json ->> clock)::bigint end
          order by due_at, number limit 1`,
        [now, JSON.stringify(clocks)],
      );
      return rows.map(({ owner, due_at }) => ({ owner: String(owner), dueAt: Number(due_at) }))[0];
    });
  }

  takeDeliveries(now: number): Promise<TakenDelivery[]> {
    return this.#withClient(async (client) => {
      const { rows } = await client.query(
        `with due as materialized (
            select id from ${this.#schema}.delivery where due_at <= $1
            order by number limit $3 for update skip locked),
          taken as (
            update ${this.#schema}.delivery set due_at = $2 from due where delivery.id = due.id
            returning number, doc)
          select doc as delivery,
            (select event.doc from ${this.#schema}.event where id = taken.doc ->> 'event') as event
          from taken order by number`,
        [now, now + leaseSeconds, mostTaken],
      );
      return rows.map(({ delivery, event }) => ({
        delivery: delivery as Delivery,
        event: (event ?? undefined) as TakenDelivery['event'],
      }));
    });
  }

  noteDeliveries(outcomes: DeliveryOutcomes): Promise<void> {
    const done = [...outcomes].flatMap(([id, again]) => (again ? [] : [id]));
    const postponed = [...outcomes.values()].filter((again) => again !== undefined);
    return this.#withClient(async (client) => {
      await client.query(
        `with done as (delete from ${this.#schema}.delivery where id = any($1))
          update ${this.#schema}.delivery set doc = later.doc, due_at = later.due_at
          from unnest($2::text[], $3::json[], $4::bigint[]) as later (id, doc, due_at)
          where delivery.id = later.id`,
        [done, ...toColumns(postponed)],
      );
    });
  }

  forgetEvents(before: number): Promise<boolean> {
    return this.#withClient(async (client) => {
      const { rows } = await client.query(
        `delete from ${this.#schema}.event where number in (
            select number from ${this.#schema}.event where created < $1
              and id not in (select doc ->> 'event' from ${this.#schema}.delivery)
            order by created limit $2)
          returning number`,
        [before, mostForgotten],
      );
      return rows.length === mostForgotten;
    });
  }

  async clear() {
    this.#cached = undefined;
    await this.#inTransaction(async (client) => {
      await client.query('truncate state, object, answer, event, delivery');
      // The version goes on, so that no other process keeps what it had read.
      await client.query('update catalogue set version = version + 1, doc = $1', [
        JSON.stringify(emptyCatalogue()),
      ]);
    });
  }
}

async function write(
  client: Client,
  { states = [], removed = [], events = [], ...changes }: Changes,
) {
  for (const { state, clock, dueAt } of states) {
    await client.query(
      `insert into state (owner, doc, clock, due_at) values ($1, $2, $3, $4)
        on conflict (owner) do update set doc = excluded.doc, due_at = excluded.due_at`,
      [state.owner, JSON.stringify(state), clock, dueAt],
    );
  }
  const owned = states.flatMap(({ state: { owner }, newIds }) =>
    [owner, ...newIds].map((id) => [id, owner]),
  );
  if (owned.length > 0) {
    await client.query(
      `insert into object select distinct on (1) * from unnest($1::text[], $2::text[])
        on conflict (id) do update set owner = excluded.owner`,
      [owned.map(([id]) => id), owned.map(([, owner]) => owner)],
    );
  }
  if (removed.length > 0) {
    await client.query('delete from state where owner = any($1)', [removed]);
  }
  if (changes.catalogue) {
    await client.query('update catalogue set version = version + 1, doc = $1', [
      JSON.stringify(changes.catalogue),
    ]);
  }
  if (events.length > 0) {
    await client.query(
      `insert into event (id, created, doc)
        select id, created, doc
        from unnest($1::text[], $2::bigint[], $3::json[]) with ordinality as given (id, created, doc, place)
        order by place`,
      [
        events.map(({ id }) => id),
        events.map(({ created }) => created),
        events.map((event) => JSON.stringify(event)),
      ],
    );
  }
  const { deliveries = [] } = changes;
  if (deliveries.length > 0) {
    await client.query(
      `insert into delivery (id, doc, due_at)
        select id, doc, due_at
        from unnest($1::text[], $2::json[], $3::bigint[]) with ordinality as given (id, doc, due_at, place)
        order by place`,
      toColumns(deliveries),
    );
  }
  if (changes.answer) {
    const { key, saved } = changes.answer;
    await client.query(
      `with forgotten as (delete from answer where saved_at < $4 and key <> $1)
        insert into answer values ($1, $2, $3)
        on conflict (key) do update set doc = excluded.doc, saved_at = excluded.saved_at`,
      [key, JSON.stringify(saved), saved.savedAt, saved.savedAt - daySeconds],
    );
  }
}

function toColumns(deliveries: Delivery[]): unknown[] {
  return [
    deliveries.map(({ id }) => id),
    deliveries.map((delivery) => JSON.stringify(delivery)),
    deliveries.map(({ dueAt }) => dueAt),
  ];
}
