import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('a list for spreadsheets', () => {
  it('quotes every cell and ends every line', () => {
    const text = toCsv([
      ['Name', 'Email'],
      ['Hopper, "Amazing" Grace', 'grace@x.example'],
      ['two\nlines', ''],
    ]);
    expect(text).toBe(
      '\uFEFF"Name","Email"\r\n"Hopper, ""Amazing"" Grace","grace@x.example"\r\n"two\nlines",""\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@sum', '\t=1', '  =1', '＝1', '\r=1'])(
    'takes the formula out of %j',
    (text) => {
      expect(toCsv([[text]])).toBe(`\uFEFF"'${text}"\r\n`);
    },
  );

  it('leaves other text alone', () => {
    expect(toCsv([['a=b', 'x-y@z.example', '李小龙']])).toBe(
      '\uFEFF"a=b","x-y@z.example","李小龙"\r\n',
    );
  });
});
