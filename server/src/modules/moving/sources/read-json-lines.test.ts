import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readJsonLines } from './read-json-lines.ts';
import { longestLine } from './read-lines.ts';
import { readText } from './read-text.ts';
import { withTextFault } from './source-row.ts';

async function collect(...pieces: (string | Buffer)[]) {
  const rows: object[] = [];
  for await (const row of withTextFault(readJsonLines(readText(Readable.from(pieces))))) {
    rows.push(row);
  }
  return rows;
}

const otherKind = 'The file is not JSON lines: each line must be one JSON object.';

describe('readJsonLines', () => {
  it('a byte order mark, carriage returns and letters that are split between pieces: whole objects', async () => {
    const bytes = Buffer.from('\uFEFF{"name":"Zoë"}\r\n\r\n{"name":"😀"}\r\n');
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect(await collect(...pieces)).toEqual([
      { line: 1, value: { name: 'Zoë' } },
      { line: 3, value: { name: '😀' } },
    ]);
  });

  it.each([0, 1, 2])('line %i is broken: a fault, and each other line is read', async (broken) => {
    const lines = ['{"id":1}', '{"id":2}', '{"id":3}'].map((line, index) =>
      index === broken ? '{"id":' : line,
    );
    const rows = await collect(`${lines.join('\n')}\n`);
    expect(rows).toHaveLength(3);
    expect(rows[broken]).toEqual({ line: broken + 1, fault: 'The line is no JSON object.' });
  });

  it('a file that is cut: the last fault says so', async () => {
    expect(await collect('{"id":1}\n\n{"id":2}\n{"i')).toEqual([
      { line: 1, value: { id: 1 } },
      { line: 3, value: { id: 2 } },
      { line: 4, fault: 'The file ends in the middle of record 3.', isLast: true },
    ]);
  });

  it('a line without end: a fault, and the next line is read', async () => {
    const long = `{"id":"${'x'.repeat(longestLine)}"}\n`;
    expect(await collect('{"id":1}\n', long, '{"id":3}\n')).toEqual([
      { line: 1, value: { id: 1 } },
      { line: 2, fault: 'The line is longer than 4 MB.' },
      { line: 3, value: { id: 3 } },
    ]);
  });

  it.each([
    ['CSV', 'id,email\n1,a@example.com\n2,b@example.com\n'],
    ['a JSON list', '[{"id":1},\n{"id":2}]\n'],
    ['JSON over several lines', '{\n  "id": 1\n}\n'],
  ])('%s: one fault', async (_, text) => {
    expect(await collect(text)).toEqual([{ line: 1, fault: otherKind, isLast: true }]);
  });

  it.each([
    ['gzip', '1f8b0800', 'The file is compressed with gzip. Unpack it first.'],
    ['zip', '504b0304', 'The file is a zip archive. Unpack it first.'],
    ['UTF-16', 'fffe7b00', 'The file is UTF-16. Save it as UTF-8.'],
    ['bytes', '00010203', 'The file is no text in UTF-8.'],
  ])('%s: one fault', async (_, hex, fault) => {
    expect(await collect(Buffer.from(hex, 'hex'))).toEqual([{ line: 1, fault, isLast: true }]);
  });

  it('a file that cannot be read: the error of the stream', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('EIO')) });
    const rows = withTextFault(readJsonLines(readText(broken)));
    await expect(rows.next()).rejects.toThrow('EIO');
  });
});
