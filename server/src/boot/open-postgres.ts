import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { type OpenDatabase, openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';

type Say = (sentence: string) => void;

/** The PostgreSQL that DATABASE_URL names, or our own in DATA_DIR; closing stops our own. */
export async function openPostgres(
  config: Config,
  say: Say,
  { shared = false }: { readonly shared?: boolean } = {},
): Promise<OpenDatabase> {
  const reportLost = (error: Error) => say(`A database connection was lost: ${error.message}`);
  if (config.databaseUrl !== undefined) {
    return await openReachable(config.databaseUrl, reportLost);
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    shared,
    log: say,
    onLost(sentence) {
      say(sentence);
      // Without its data folder this program must not answer anybody; the signal stops it in order.
      process.kill(process.pid, 'SIGTERM');
    },
  });
  const { db, location, close } = openDatabase(postgres.connection, reportLost);
  return {
    db,
    location,
    async close() {
      await close();
      await postgres.stop();
    },
  };
}

/** Never makes a database: commands that an operator runs are about one that is there. */
export async function openExistingPostgres(config: Config, say: Say): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
    throw new Error(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the server has them.`,
    );
  }
  return await openPostgres(config, say, { shared: true });
}

async function openReachable(
  connectionString: string,
  reportLost: (error: Error) => void,
): Promise<OpenDatabase> {
  const database = openDatabase({ connectionString }, reportLost);
  try {
    await sql`select 1`.execute(database.db);
    return database;
  } catch (cause) {
    await database.close();
    throw new Error('The database of DATABASE_URL cannot be used.', { cause });
  }
}
