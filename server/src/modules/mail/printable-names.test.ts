import { describe, expect, it } from 'vitest';
import { printableName, withPrintableNames } from './printable-names.ts';

describe('a name that somebody typed', () => {
  it('stays on its line', () => {
    expect(printableName(' Ada\r\nLovelace\t\u202e\u2028')).toBe('Ada Lovelace');
  });

  it('with invisible characters: shows a space for them', () => {
    expect(printableName('evil\u200b.com')).toBe('evil .com');
    expect(printableName('evil\u034f.com')).toBe('evil .com');
    expect(printableName('\u3164')).toBe('');
  });

  it.each([
    'https://evil.example',
    'You won at evil.example now',
    'evil.com click',
    'evil．com',
    'ｅｖｉｌ。ｃｏｍ',
    'пример.рф',
    '例子.中国',
    'हिन्दी.भारत',
    'Ada\r\nBcc: x',
    'javascript：alert',
    '\\\\evil\\share',
    'a@b',
    'a＠b',
    'Call +1 (800) 555-0100 now',
    'Call ８００–５５５–０１００ now',
    `${'x'.repeat(61)} evil.com`,
    '\r\n',
    '',
  ])('is left out when it is no name: %j', (typed) => {
    expect(printableName(typed)).toBe('');
  });

  it.each(['evil\u200d.com', 'пример\u200d.рф', '\u2800', '\u{e0041}\u{e0042}'])(
    'with joiners is no less a link, and with nothing else is no name: %j',
    (typed) => {
      expect(printableName(typed).replace('evil .com', '')).toBe('');
    },
  );

  it.each([
    '👩‍👩‍👧 family',
    '❤️‍🔥',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'نامه\u200cای',
    'ക്\u200d',
    'J. R. R. Tolkien',
    '李小龙',
    '艾萨克·牛顿',
    'Zoë Saldaña-O’Neill',
    'Release 2024-2025',
    'Engine v2.0',
    '<script>',
    'x'.repeat(60),
    '李'.repeat(60),
  ])('is a name: %s', (typed) => {
    expect(printableName(typed)).toBe(typed);
  });

  it.each([
    ['x'.repeat(200), `${'x'.repeat(60)}…`],
    ['李'.repeat(200), `${'李'.repeat(60)}…`],
    [`${'x'.repeat(59)} y`, `${'x'.repeat(59)}…`],
    ['🇨🇳'.repeat(61), `${'🇨🇳'.repeat(60)}…`],
    ['e\u0301'.repeat(61), `${'e\u0301'.repeat(60)}…`],
  ])('is cut where it is too long, between two characters: %s', (typed, shown) => {
    expect(printableName(typed)).toBe(shown);
  });

  it('with a broken surrogate: loses it', () => {
    expect(printableName('Ada \ud83d')).toBe('Ada');
  });
});

it('of a script that runs from right to left: does not turn the sentence around it', () => {
  const names = { hostName: 'عادل', subscriptionName: 'Engine', name: 'Ada\u202e' };
  expect(withPrintableNames(names, 'Hearth')).toEqual({
    hostName: '\u2068عادل\u2069',
    subscriptionName: 'Engine',
    name: 'Ada',
  });
});

it('link in a name: the field is left empty, and no other field changes', () => {
  const link = 'https://hearth.example/invite?token=abc';
  const names = { name: 'a@b', subscriptionName: 'evil.com', hostName: 'http://evil' };
  expect(withPrintableNames({ kind: 'invitation', ...names, link }, 'Hearth')).toEqual({
    kind: 'invitation',
    name: '',
    subscriptionName: '',
    hostName: '',
    link,
  });
});
