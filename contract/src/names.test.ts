import { describe, expect, it } from 'vitest';
import { isBlank, isolate, line } from './names.ts';

describe('a name', () => {
  it.each([
    [' Ada\r\nLovelace\t', 'Ada Lovelace'],
    ['Ada\u2028Lovelace\u0085', 'Ada Lovelace'],
    ['Ada\u0000\u0007\u007f\u009f', 'Ada'],
    ['\u202eAda\u202c \u2066L\u2069\u200e\u200f\u061c', 'Ada L'],
    ['👨‍👩‍👧 family ❤️‍🔥 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧 family ❤️‍🔥 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['نامه\u200cای', 'نامه\u200cای'],
    ['ക്\u200d ශ්\u200dරී', 'ക്\u200d ශ්\u200dරී'],
    ['عادل', 'عادل'],
  ])('written as %j is stored as %j', (written, stored) => {
    expect(line.parse(written)).toBe(stored);
    expect(line.parse(stored)).toBe(stored);
  });

  it.each([
    ['a space', ' \u00a0\u3000\u1680'],
    ['fillers of Hangul', '\u3164\u115f\u1160\uffa0'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['the empty pattern of Braille', '\u2800\u2800'],
    ['a soft hyphen', '\u00ad'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['marks without a letter', '\u0301\u034f'],
    ['marks of direction', '\u202e\u2066'],
    ['controls', '\u0007\r\n'],
    ['an empty hieroglyph and an empty note', '\u{13441}\u{1d159}'],
    ['an object replaced', '\ufffc'],
  ])('of %s only shows nothing', (_what, name) => {
    expect(isBlank(name)).toBe(true);
    expect(isBlank(`${name}A`)).toBe(false);
  });

  it.each(['.', '李', 'é', 'e\u0301', '👍🏽', '❤️', '-', '١', '\u{1fae9}'])(
    '%s shows something',
    (name) => {
      expect(isBlank(name)).toBe(false);
    },
  );

  it('is isolated where it could turn the order of a sentence', () => {
    expect(['Ada', '李小龙', 'Ángel', '👍'].map(isolate)).toEqual(['Ada', '李小龙', 'Ángel', '👍']);
    expect(['שלום', 'عادل x', 'A\u202eb'].map(isolate)).toEqual([
      '\u2068שלום\u2069',
      '\u2068عادل x\u2069',
      '\u2068A\u202eb\u2069',
    ]);
    expect(isolate(isolate('שלום!'))).toBe('\u2068שלום!\u2069');
  });
});
