import { type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import { createClient, type DatabaseClient, type DatabaseLocation } from '../database-client.ts';

/** One transaction on a connection of its own, in which COPY, which Kysely does not know, runs too. */
export interface Session {
  readonly client: DatabaseClient;
  readonly tx: ControlledTransaction<object>;
}

type Mode = 'snapshot' | 'change';

/**
 * Runs the work in a transaction and commits it. A failure ends the connection, which undoes everything even during a
 * COPY, in which no further statement is possible.
 */
export async function inSession<Result>(
  { location, mode }: { readonly location: DatabaseLocation; readonly mode: Mode },
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  let lost: Error | undefined;
  // A large table may take its time.
  const limits = { statementMs: 0 };
  const onError = (error: Error) => {
    lost = error;
  };
  const client = createClient({ location, limits, onError });
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

/** Values have one text, whatever the server's settings are. */
const settings = [
  ['client_encoding', 'UTF8'],
  ['datestyle', 'ISO, YMD'],
  ['intervalstyle', 'postgres'],
  ['timezone', 'UTC'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
]
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ');
