import { describe, expect, it } from 'vitest';
import { readJsonList } from './read-json-list.ts';

const whole = JSON.stringify(
  {
    kind: 'users, [and "more"]',
    before: { users: [1] },
    users: [
      { id: 'a', note: 'brackets ]}[{, and "quotes\\' },
      { id: 'é😀', list: [[], {}, [{ deep: [1, '2'] }]] },
      { id: 'c' },
    ],
    after: [{ id: 'd' }],
  },
  null,
  2,
);

async function* inPieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) {
    yield text.slice(at, at + size);
  }
}

async function collect(text: string, size = text.length || 1) {
  const rows: object[] = [];
  for await (const row of readJsonList(inPieces(text, size), 'users')) {
    rows.push(row);
  }
  return rows;
}

const elements = (JSON.parse(whole) as { users: object[] }).users.map((value, index) => ({
  line: index + 1,
  value,
}));

describe('readJsonList', () => {
  it.each([1, 2, 3, 7, 64, 10_000])('pieces of %i characters: the same elements', async (size) => {
    expect(await collect(whole, size)).toEqual(elements);
  });

  it('cut at any place: the whole elements before it, and one fault at the end', async () => {
    const end = whole.indexOf(']', whole.indexOf('"c"'));
    for (let length = 0; length < end; length += 1) {
      const rows = await collect(whole.slice(0, length));
      const fault = rows.at(-1);
      expect(fault).toMatchObject({ isLast: true });
      expect(rows.slice(0, -1)).toEqual(elements.slice(0, rows.length - 1));
    }
    expect((await collect(whole.slice(0, end))).at(-1)).toEqual({
      line: 3,
      fault: 'The file ends in the middle of record 3.',
      isLast: true,
    });
  });

  it.each([
    ['a missing colon', '{"id" "b"}'],
    ['a brace too many', '{"id":"b"}}'],
    ['a bracket too many', '{"id":"b"]}'],
    ['no braces', 'b'],
  ])('an element with %s: a fault, and the next one is read', async (_, broken) => {
    const rows = await collect(`{"users":[{"id":"a"},${broken},{"id":"c"}]}`);
    expect(rows[0]).toEqual({ line: 1, value: { id: 'a' } });
    expect(rows[1]).toMatchObject({ line: 2, fault: expect.any(String) });
    expect(rows[2]).toEqual({ line: 3, value: { id: 'c' } });
  });

  it('an element that is not closed: one fault once it is too long, and nothing after it', async () => {
    const text = `{"users":[{"id":"a"},{"id":"b","note":[${'{"x":1},'.repeat(700_000)}`;
    expect((await collect(text, 65_536)).at(-1)).toEqual({
      line: 2,
      fault: 'Record 2 is not closed: nothing after it can be read.',
      isLast: true,
    });
  });

  it.each(['', '[]', '[{"users":[{}]}]', '{"people":[]}', '{"users":{"a":1}}', 'uid,email\na,b'])(
    'a file without the list, %s: one fault',
    async (text) => {
      expect(await collect(text)).toEqual([
        { line: 1, fault: 'The file is no JSON object with a list "users".', isLast: true },
      ]);
    },
  );

  it('an empty list: nothing', async () => {
    expect(await collect('{"users":[ ]}')).toEqual([]);
  });
});
