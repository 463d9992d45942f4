import { DamagedBackup } from './damaged-backup.ts';

/** One file of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

const blockBytes = 512;
/** Larger than any entry that we write; a damaged length must not fill the memory. */
const longestEntryBytes = 64 * 1024 * 1024;
const regularFile = '0'.charCodeAt(0);
const checksumAt = 148;
const checksumBytes = 8;

/** Bytes of an archive in the format ustar, which every tar reads. Its files belong to nobody but their owner. */
export async function* toTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield toHeader(name, content.length);
    yield content;
    yield Buffer.alloc(paddingOf(content.length));
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Files of an archive that `toTar` wrote, one after the other. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = openSource(chunks);
  for (;;) {
    const header = await source.take(blockBytes);
    if (isBlank(header)) {
      await source.take(blockBytes);
      await source.requireEnd();
      return;
    }
    const { name, bytes } = readHeader(header);
    const content = await source.take(bytes);
    await source.take(paddingOf(bytes));
    yield { name, content };
  }
}

function toHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  if (header.write(name, 0, 100) !== Buffer.byteLength(name)) {
    throw new Error(`The name ${name} is too long for an archive.`);
  }
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${toOctal(bytes, 11)}\0`, 124);
  header.write(`${toOctal(Math.floor(Date.now() / 1000), 11)}\0`, 136);
  header[156] = regularFile;
  header.write('ustar\u000000', 257);
  header.write(`${toOctal(checksumOf(header), 6)}\0 `, checksumAt);
  return header;
}

function readHeader(header: Buffer): { name: string; bytes: number } {
  const bytes = Number.parseInt(textAt(header, 124, 12), 8);
  const isOurs = textAt(header, 257, 6) === 'ustar' && header[156] === regularFile;
  const isWhole = Number.parseInt(textAt(header, checksumAt, 6), 8) === checksumOf(header);
  if (!isOurs || !isWhole || !(bytes <= longestEntryBytes)) {
    throw new DamagedBackup('an entry of the archive is not readable');
  }
  return { name: textAt(header, 0, 100), bytes };
}

/** Sum of the header's bytes, where those of the checksum itself count as blanks. */
function checksumOf(header: Buffer): number {
  const blanks = checksumBytes * 32;
  return header.reduce(
    (sum, byte, at) => (at >= checksumAt && at < checksumAt + checksumBytes ? sum : sum + byte),
    blanks,
  );
}

const toOctal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

const textAt = (header: Buffer, at: number, bytes: number) =>
  header.toString('utf8', at, at + bytes).replace(/\0.*$/s, '');

const paddingOf = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes;

const isBlank = (bytes: Buffer) => bytes.every((byte) => byte === 0);

interface Source {
  /** Gives exactly as many bytes as are asked for, however they arrive. */
  take(bytes: number): Promise<Buffer>;
  /** Reads up to the end, where gzip compares its own checksum. */
  requireEnd(): Promise<void>;
}

function openSource(chunks: AsyncIterable<Buffer>): Source {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    async take(bytes) {
      const parts = [rest];
      for (let have = rest.length; have < bytes; have += parts.at(-1)?.length ?? 0) {
        const next = await source.next();
        if (next.done) {
          throw new DamagedBackup('it ends too early');
        }
        parts.push(next.value);
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts);
      rest = all.subarray(bytes);
      return all.subarray(0, bytes);
    },
    async requireEnd() {
      const next = await source.next();
      if (rest.length > 0 || !next.done) {
        throw new DamagedBackup('something follows its end');
      }
    },
  };
}
