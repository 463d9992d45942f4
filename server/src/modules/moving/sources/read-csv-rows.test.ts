import { describe, expect, it } from 'vitest';
import { readCsvRows, requireColumns } from './read-csv-rows.ts';

async function collect(text: string) {
  const rows: object[] = [];
  async function* pieces() {
    yield* text;
  }
  for await (const row of readCsvRows(pieces(), (names) => requireColumns(names, ['id', 'name']))) {
    rows.push(row);
  }
  return rows;
}

const row = (line: number, id: string, name: string) => ({ line, value: { id, name } });

describe('readCsvRows', () => {
  it.each(['\n', '\r\n'])(
    'quoted fields with %j in them: each row by its first line',
    async (end) => {
      const lines = ['id,name', 'a,"Smith, Ann"', '', 'b,"two', 'lines ""here"""', 'c,last'];
      expect(await collect(lines.join(end))).toEqual([
        row(2, 'a', 'Smith, Ann'),
        row(4, 'b', 'two\nlines "here"'),
        row(6, 'c', 'last'),
      ]);
    },
  );

  it('names of columns with other capitals and spaces: the same names', async () => {
    expect(await collect(' ID ,Name\na,b\n')).toEqual([row(2, 'a', 'b')]);
  });

  it('a quotation mark inside of a field without quotes: a letter', async () => {
    expect(await collect('id,name\na,The "old" one\n')).toEqual([row(2, 'a', 'The "old" one')]);
  });

  it('a quotation mark that is not closed: a fault for its line, and each other line is read', async () => {
    const others = Array.from({ length: 500 }, (_, index) => `${index},x`);
    const rows = await collect(['id,name', 'a,"b', ...others, ''].join('\n'));
    expect(rows[0]).toEqual({ line: 2, fault: 'A quotation mark is not closed.' });
    expect(rows.slice(1)).toEqual(others.map((_, index) => row(index + 3, String(index), 'x')));
  });

  it('a quotation mark that is a letter, and one that is not closed: a fault', async () => {
    expect(await collect('id,name\na"b,"c\nd,e\n')).toEqual([
      { line: 2, fault: 'A quotation mark is not closed.' },
      row(3, 'd', 'e'),
    ]);
  });

  it('another number of fields than the header: a fault, and the next line is read', async () => {
    expect(await collect('id,name\na\nb,c,d\ne,f\n')).toEqual([
      { line: 2, fault: 'The line has 1 fields, the header line 2.' },
      { line: 3, fault: 'The line has 3 fields, the header line 2.' },
      row(4, 'e', 'f'),
    ]);
  });

  it.each(['b', 'b,"c', 'b,"c\nd'])(
    'a file that ends with %j: the last fault says so',
    async (end) => {
      expect(await collect(`id,name\na,x\n${end}`)).toEqual([
        row(2, 'a', 'x'),
        { line: 3, fault: 'The file ends in the middle of record 2.', isLast: true },
      ]);
    },
  );

  it.each([
    ['', 'The file is empty.'],
    ['{"id":1}\n{"id":2}\n', 'The file is JSON, not CSV.'],
    ['id,mail\na,b\n', 'The header line names no column name. It names: id, mail.'],
    ['id,name,id\na,b,c\n', 'The header line names the column id twice.'],
  ])('the file %j: one fault', async (text, fault) => {
    expect(await collect(text)).toEqual([{ line: 1, fault, isLast: true }]);
  });
});
