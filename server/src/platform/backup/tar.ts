import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, type Pack, pack } from 'tar-stream';
import { DamagedBackup } from './damaged-backup.ts';

/** One file of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** Larger than any entry that we write; a damaged length must not fill the memory. */
const longestEntryBytes = 64 * 1024 * 1024;

/** Bytes of an archive, which every tar reads. Its files belong to nobody but their owner. */
export async function* toTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  const archive = pack();
  const packing = packAll(entries, archive);
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    archive.destroy();
    await packing;
  }
}

/** Packs as fast as the archive is read. Its reader gets the error of entries that fail. */
async function packAll(entries: AsyncIterable<TarEntry>, archive: Pack): Promise<void> {
  try {
    for await (const { name, content } of entries) {
      await new Promise<void>((resolve, reject) => {
        const settle = (error?: Error | null) => (error ? reject(error) : resolve());
        archive.entry({ name, mode: 0o600 }, content, settle);
      });
    }
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
  }
}

/** Files of an archive that `toTar` wrote, one after the other. */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const archive = extract();
  let sourceError: Error | undefined;
  source.once('error', (error) => {
    sourceError = error;
    archive.destroy(error);
  });
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file' || size > longestEntryBytes) {
        throw new DamagedBackup('an entry of the archive is not readable');
      }
      yield { name, content: await buffer(entry) };
    }
  } catch (error) {
    if (error instanceof DamagedBackup) {
      throw error;
    }
    throw sourceError ?? new DamagedBackup('the archive is not readable', { cause: error });
  }
}
