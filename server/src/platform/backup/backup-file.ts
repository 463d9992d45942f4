import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { access, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sign } from './backup-key.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { type BackupHead, type BackupSums, headName, tailName, toJson } from './manifest.ts';
import { readTar, type TarEntry, toTar } from './tar.ts';

/** A backup's content, which is produced while it is written. */
export interface BackupSource {
  readonly head: BackupHead;
  /** Each table's text in pieces. */
  readonly rows: AsyncIterable<RowsOfTable>;
  /** Asked for once all rows were read. */
  readonly sums: () => Promise<BackupSums>;
}

/** A piece of a table's rows, in PostgreSQL's text format of COPY. */
export interface RowsOfTable {
  readonly table: string;
  readonly text: Buffer;
}

/** Name of an entry with rows of a table. */
export const rowsName = /^tables\/([^/]+)\/\d{6}\.copy$/;
const unfinished = '.hearth-partial';
/** A younger file may be a backup in progress. */
const unfinishedMs = 3_600_000;
/** A higher level costs twice the time for a few percent. */
const compression = { level: 5 };

/**
 * Gives the file its name only after the work, which uses another one, so that only a complete backup has its name. A
 * failure leaves no file.
 */
export async function withDraft<Result>(
  file: string,
  work: (draft: string) => Promise<Result>,
): Promise<Result> {
  if (existsSync(file)) {
    throw isThere(file);
  }
  const folder = dirname(file);
  // Two containers may have the same process id.
  const draft = join(folder, `.${basename(file)}.${randomUUID()}${unfinished}`);
  await access(folder).catch(() => {
    throw new Error(`The folder ${folder} does not exist.`);
  });
  await removeUnfinished(folder);
  try {
    const result = await work(draft);
    await giveName(draft, file);
    await syncFolder(folder);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw isFull(error) ? new Error(`The disk of ${folder} is full.`) : error;
  }
}

/** Writes the backup; answers its size. */
export async function writeBackup(
  draft: string,
  source: BackupSource,
  secretKey: string,
): Promise<number> {
  await pipeline(
    toTar(toEntries(source, secretKey)),
    createGzip(compression),
    // Others must not read it: it has password hashes.
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
  );
  const { size } = await stat(draft);
  return size;
}

/** A link fails if the name is in use; renaming would overwrite the other file. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || existsSync(file)) {
      throw isThere(file);
    }
    // Some file systems, as of a network's disk, have no links.
    await rename(draft, file);
  }
  await rm(draft, { force: true });
}

function isThere(file: string): Error {
  return new Error(`${file} already exists. Choose another name so that no backup is lost.`);
}

/** Removes what killed backups have left in the folder. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((one) => one.startsWith('.') && one.endsWith(unfinished))) {
    // Another program may have just finished it.
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > unfinishedMs) {
      await rm(join(folder, name), { force: true });
    }
  }
}

async function* toEntries(
  { head, rows, sums }: BackupSource,
  secretKey: string,
): AsyncGenerator<TarEntry> {
  const headText = toJson(head);
  yield { name: headName, content: headText };
  let pieces = 0;
  let table: string | undefined;
  for await (const piece of rows) {
    pieces = piece.table === table ? pieces + 1 : 1;
    table = piece.table;
    const number = String(pieces).padStart(6, '0');
    yield { name: `tables/${table}/${number}.copy`, content: piece.text };
  }
  const written = await sums();
  const signature = sign([headText, toJson(written)], secretKey);
  yield { name: tailName, content: toJson({ sums: written, signature }) };
}

/** The rows of all tables, in the order in which they were written. */
export async function* readRows(file: string): AsyncGenerator<RowsOfTable> {
  for await (const { name, content } of readEntries(file)) {
    const table = rowsName.exec(name)?.[1];
    if (table !== undefined) {
      yield { table, text: content };
    }
  }
}

/** All entries of the file. */
export async function* readEntries(file: string): AsyncGenerator<TarEntry> {
  await access(file).catch(() => {
    throw new Error(`There is no file ${file} that this user may read.`);
  });
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  packed.once('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    yield* readTar(unpacked);
  } catch (error) {
    throw isDamage(error) ? damaged(file, (error as Error).message) : error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

/** About a file that is no whole backup. */
export function damaged(file: string, reason: string): Error {
  return new Error(`${file} is damaged or was altered: ${reason}.`);
}

/** Whether reading failed because of the file; zlib names its faults by such codes. */
function isDamage(error: unknown): boolean {
  return error instanceof DamagedBackup || codeOf(error).startsWith('Z_');
}

const isFull = (error: unknown) => codeOf(error) === 'ENOSPC';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
