import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { DamagedBackup } from './damaged-backup.ts';
import { readTar, type TarEntry, toTar } from './tar.ts';

/** Written by version 0.1.0, which packed its archives without a library. */
const archiveOfBefore = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA+3WvQrCMBSG4bPqVUgvoP1imgi9myRU1P6kNMkg4r0LutXBqUHoeZYzZnr5Yo3r0lTegh9pLQCggffF9wWEIqEkjhq1VoogIKSmAyiDFKKZCVne+kOP4uznwcSiEc89sa2JxvZtqKZk+6srjXM+jTFUnyxL56d7hv5RL/qXJ8X9Z2F2lrPfMHdpXRfSEFb8AvzuXy73XyvJ/WfZf159xhjbpBfNA1SIABAAAA==',
    'base64',
  ),
);

const files: TarEntry[] = [
  { name: 'backup.json', content: Buffer.from('{"format":1}\n') },
  { name: 'tables/public.accounts/000001.copy', content: Buffer.from('a\tb\n') },
  { name: 'checksums.json', content: Buffer.from('{}\n') },
];

const toArray = (source: AsyncIterable<unknown>) => Readable.from(source).toArray();

const read = async (bytes: Buffer): Promise<TarEntry[]> =>
  await toArray(readTar(Readable.from([bytes])));

/** Two buffers of this size take seconds to compare. */
const toText = ({ name, content }: TarEntry) => [name, content.toString()];

const write = async (entries: Iterable<TarEntry>) =>
  Buffer.concat(await toArray(toTar(Readable.from(entries))));

it('reads an archive that an earlier version wrote', async () => {
  expect(await read(archiveOfBefore)).toEqual(files);
});

it('reads what it wrote: empty files, long names, and more than fits into one buffer', async () => {
  const entries = [
    ...files,
    { name: 'empty', content: Buffer.alloc(0) },
    { name: `tables/${'s'.repeat(63)}.${'t'.repeat(63)}/000001.copy`, content: Buffer.from('x') },
    { name: 'large', content: Buffer.alloc(1_000_000, 'abc') },
    { name: 'last', content: Buffer.from('y') },
  ];
  const found = await read(await write(entries));
  expect(found.map(toText)).toEqual(entries.map(toText));
});

it('refuses an archive that was cut, or followed by something', async () => {
  const bytes = await write(files);
  for (const damaged of [
    bytes.subarray(0, 512 + 5),
    bytes.subarray(0, 700),
    Buffer.concat([bytes, Buffer.from('more')]),
    Buffer.concat([bytes, Buffer.alloc(512, 'more')]),
  ]) {
    await expect(read(damaged)).rejects.toThrow(DamagedBackup);
  }
});

it('refuses an entry that is no file, and one of a damaged length before it is read', async () => {
  for (const header of [
    { name: 'tables', type: 'directory' } as const,
    { name: 'backup.json', size: 65 * 1024 * 1024 },
  ]) {
    const archive = pack();
    archive.entry(header);
    const reading = toArray(readTar(Readable.from(archive)));
    await expect(reading).rejects.toThrow(DamagedBackup);
  }
});

it('passes on why its source failed, and why its entries did', async () => {
  const source = Readable.from(
    (async function* () {
      yield archiveOfBefore.subarray(0, 600);
      throw new Error('The disk is gone.');
    })(),
  );
  await expect(toArray(readTar(source))).rejects.toThrow('The disk is gone.');

  async function* rows() {
    yield* files;
    throw new Error('The database is gone.');
  }
  await expect(toArray(toTar(rows()))).rejects.toThrow('The database is gone.');
});

it('asks for no more entries once its reader has stopped', async () => {
  let isClosed = false;
  async function* rows() {
    try {
      for (;;) {
        yield { name: 'rows', content: Buffer.alloc(100_000) };
      }
    } finally {
      isClosed = true;
    }
  }
  for await (const _bytes of toTar(rows())) {
    break;
  }
  expect(isClosed).toBe(true);
});
