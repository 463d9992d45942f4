import { createHash, type Hash } from 'node:crypto';
import { damaged, readEntries, rowsName } from './backup-file.ts';
import { isSignedBy } from './backup-key.ts';
import { type BackupHead, type BackupSums, toHead, toJson, toTail } from './manifest.ts';
import type { TarEntry } from './tar.ts';

/** What the file says it is, before all of it was read. Refuses a file that another SECRET_KEY made. */
export async function readHead(file: string, secretKey: string): Promise<BackupHead> {
  for await (const { name, content } of readEntries(file)) {
    return toHead({ name, content }, secretKey);
  }
  throw damaged(file, 'it is empty');
}

interface Verified {
  readonly head: BackupHead;
  readonly sums: BackupSums;
}

/** Reads the whole file; throws unless every byte is as it was written, by a Hearth with this SECRET_KEY. */
export async function verifyBackup(file: string, secretKey: string): Promise<Verified> {
  const { first, last, found } = await readThrough(file, secretKey);
  const tail = toTail(last);
  if (!tail) {
    throw damaged(file, 'its checksums are missing');
  }
  const { sums, signature } = tail;
  if (!isSignedBy([first.content, toJson(sums)], secretKey, signature)) {
    throw damaged(file, 'its checksums are not the ones that were written');
  }
  const expected = new Map(sums.tables.map((table) => [table.name, table]));
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const { hash, bytes } = found.get(name) ?? nothing();
    const sum = expected.get(name);
    if (sum?.bytes !== bytes || sum.sha256 !== hash.digest('hex')) {
      throw damaged(file, `the rows of ${name} are not the ones that were written`);
    }
  }
  return { head: toHead(first, secretKey), sums };
}

interface Found {
  readonly hash: Hash;
  bytes: number;
}

const nothing = (): Found => ({ hash: createHash('sha256'), bytes: 0 });

interface ReadThrough {
  readonly first: TarEntry;
  readonly last: TarEntry;
  /** The text of each table, summed up. */
  readonly found: ReadonlyMap<string, Found>;
}

async function readThrough(file: string, secretKey: string): Promise<ReadThrough> {
  const found = new Map<string, Found>();
  let first: TarEntry | undefined;
  let last: TarEntry | undefined;
  for await (const entry of readEntries(file)) {
    if (first === undefined) {
      // Another key is said before the rest is read.
      toHead(entry, secretKey);
      first = entry;
    }
    last = entry;
    const table = rowsName.exec(entry.name)?.[1];
    if (table !== undefined) {
      const known = found.get(table) ?? nothing();
      known.hash.update(entry.content);
      known.bytes += entry.content.length;
      found.set(table, known);
    }
  }
  if (!first || !last) {
    throw damaged(file, 'it is empty');
  }
  return { first, last, found };
}
