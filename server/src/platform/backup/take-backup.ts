import type { DatabaseLocation } from '../database.ts';
import { findJobsMigration } from '../jobs/jobs-schema.ts';
import { type RowsOfTable, withDraft, writeBackup } from './backup-file.ts';
import { fingerprintOf } from './backup-key.ts';
import { type BackupHead, type TableSum, tableName } from './manifest.ts';
import { inSession, type Session } from './session.ts';
import {
  copyRows,
  listMigrations,
  listOwnTables,
  listSequences,
  lockTables,
  type OwnTable,
  readPostgresVersion,
} from './tables.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupParts {
  readonly location: DatabaseLocation;
  readonly secretKey: string;
  /** Version of the product. */
  readonly version: string;
  /** Product time. */
  readonly at: Date;
}

export interface TakenBackup {
  readonly file: string;
  readonly takenAt: Date;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
}

/** Maximum size of a text chunk in memory, and of an entry of the archive. */
const pieceBytes = 1024 * 1024;

/** Writes the database as it is at this instant, beside a running server, and reads the file back before it has its name. */
export async function takeBackup(file: string, parts: BackupParts): Promise<TakenBackup> {
  return await withDraft(file, async (draft) => {
    const bytes = await writeDatabase(draft, parts);
    const { sums } = await verifyBackup(draft, parts.secretKey);
    const rows = sums.tables.reduce((total, table) => total + table.rows, 0);
    return { file, takenAt: parts.at, bytes, tables: sums.tables.length, rows };
  });
}

/** Answers the size of the file. */
async function writeDatabase(file: string, parts: BackupParts): Promise<number> {
  const { location, secretKey } = parts;
  const known = await inSession({ location, mode: 'snapshot' }, ({ tx }) => listOwnTables(tx));
  return await inSession({ location, mode: 'snapshot' }, async (session) => {
    // Before the snapshot, which a migration that rewrites a table in between would show empty.
    await lockTables(session.tx, known, 'access share');
    const { head, tables } = await describe(session, parts);
    const sums: TableSum[] = [];
    const source = {
      head,
      rows: readTables(session, tables, sums),
      // Sequences are not part of a snapshot: read last, they are ahead of all rows.
      sums: async () => ({ tables: sums, sequences: await listSequences(session.tx) }),
    };
    return await writeBackup(file, source, secretKey);
  });
}

async function describe(
  { tx }: Session,
  { secretKey, version, at }: BackupParts,
): Promise<{ head: BackupHead; tables: OwnTable[] }> {
  const migrations = await listMigrations(tx);
  if (migrations.length === 0) {
    throw new Error('There is nothing to back up: Hearth was never started on this database.');
  }
  const tables = await listOwnTables(tx);
  const odd = tables.find(({ name }) => !tableName.test(name));
  if (odd) {
    throw new Error(
      `Rename the table ${odd.name}: a dot or a slash in a name cannot be backed up.`,
    );
  }
  const head: BackupHead = {
    format: 1,
    version,
    takenAt: at.toISOString(),
    postgres: await readPostgresVersion(tx),
    migrations,
    appMigrations: await listMigrations(tx, 'app'),
    jobsMigration: await findJobsMigration(tx),
    keyFingerprint: fingerprintOf(secretKey),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  return { head, tables };
}

async function* readTables(
  session: Session,
  tables: readonly OwnTable[],
  sums: TableSum[],
): AsyncGenerator<RowsOfTable> {
  for (const table of tables) {
    const rows = copyRows(session, table);
    let chunks: Buffer[] = [];
    let bytes = 0;
    let next = await rows.next();
    for (; !next.done; next = await rows.next()) {
      chunks.push(next.value);
      bytes += next.value.length;
      if (bytes >= pieceBytes) {
        yield { table: table.name, text: Buffer.concat(chunks) };
        chunks = [];
        bytes = 0;
      }
    }
    if (bytes > 0) {
      yield { table: table.name, text: Buffer.concat(chunks) };
    }
    sums.push(next.value);
  }
}
