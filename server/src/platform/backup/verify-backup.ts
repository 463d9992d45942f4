import { createHash, type Hash } from 'node:crypto';
import { damaged, readEntries, rowsName } from './backup-file.ts';
import { isSignedBy } from './backup-key.ts';
import { type BackupHead, type BackupSums, toHead, toJson, toTail } from './manifest.ts';
import type { TarEntry } from './tar.ts';

interface Verified {
  readonly head: BackupHead;
  readonly sums: BackupSums;
}

/** Reads the whole file; throws unless all it holds is as it was written, by a Hearth with this SECRET_KEY. */
export async function verifyBackup(file: string, secretKey: string): Promise<Verified> {
  const { first, last, found } = await readThrough(file);
  const head = toHead(first, secretKey);
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
  return { head, sums };
}

interface TableSum {
  readonly hash: Hash;
  bytes: number;
}

const nothing = (): TableSum => ({ hash: createHash('sha256'), bytes: 0 });

interface ReadThrough {
  readonly first: TarEntry;
  readonly last: TarEntry;
  /** The text of each table, summed up. */
  readonly found: ReadonlyMap<string, TableSum>;
}

async function readThrough(file: string): Promise<ReadThrough> {
  const found = new Map<string, TableSum>();
  let first: TarEntry | undefined;
  let last: TarEntry | undefined;
  for await (const entry of readEntries(file)) {
    first ??= entry;
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
