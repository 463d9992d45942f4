import { type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseLocation } from '../database.ts';

/** One transaction on a connection of its own, in which COPY, which Kysely does not know, runs too. */
export interface Session {
  readonly client: pg.Client;
  readonly tx: ControlledTransaction<object>;
}

type Mode = 'snapshot' | 'change';

/**
 * Runs the work in a transaction and commits it. A failure ends the connection, which takes
 * everything back, also in the middle of a COPY that would let no further statement through.
 */
export async function inSession<Result>(
  { location, mode }: { readonly location: DatabaseLocation; readonly mode: Mode },
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...location, connectionTimeoutMillis: 5_000 });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  const only = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => only, end: async () => undefined };
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  try {
    const begin = db.startTransaction();
    const tx = await (mode === 'snapshot'
      ? begin.setIsolationLevel('repeatable read').setAccessMode('read only')
      : begin
    ).execute();
    await client.query(settings);
    const result = await work({ client, tx });
    await tx.commit().execute();
    return result;
  } catch (error) {
    throw lost ? new Error('The connection to the database was lost.', { cause: lost }) : error;
  } finally {
    await client.end();
  }
}

/** Values have one text, whatever the server's settings are; a large table may take its time. */
const settings = [
  ['statement_timeout', '0'],
  ['lock_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
  ['client_encoding', 'UTF8'],
  ['datestyle', 'ISO, YMD'],
  ['intervalstyle', 'postgres'],
  ['timezone', 'UTC'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
]
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ');
