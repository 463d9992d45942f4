import { describe, expect, it } from 'vitest';
import { findEmail } from './email-address.ts';

/** Every code point that may be between two letters of a local part. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => {
  const character = String.fromCodePoint(code);
  return { code, character, kept: findEmail(`a${character}b@example.com`) ?? '' };
}).filter(({ kept }) => kept !== '');

describe('an e-mail address', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['  a.b+tag@sub.example.co.uk\t', 'a.b+tag@sub.example.co.uk'],
    ["o'brien@example.ie", "o'brien@example.ie"],
    ['ada@müller.de', 'ada@xn--mller-kva.de'],
    ['ada@MÜLLER.de', 'ada@xn--mller-kva.de'],
    ['ada@mu\u0308ller.de', 'ada@xn--mller-kva.de'],
    ['ada@XN--MLLER-KVA.de', 'ada@xn--mller-kva.de'],
    ['ada@faß.de', 'ada@xn--fa-hia.de'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada@نامه\u200cای.com', 'ada@xn--mgba3gch31f060k.com'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['a\u00adda@exa\u00admple.com\u200b', 'ada@example.com'],
    ['\ufeffada\u2060@example.com', 'ada@example.com'],
    ['ад\u200dа@example.com', 'ада@example.com'],
    ['José@example.com', 'josé@example.com'],
    ['Jose\u0301@example.com', 'josé@example.com'],
    ['J\u030c@example.com', 'ǰ@example.com'],
    ['阿达@例子.中国', '阿达@xn--fsqu00a.xn--fiqs8s'],
    ['i\u0307pek@example.com', 'i\u0307pek@example.com'],
    ['ıpek@example.com', 'ıpek@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`ada@${'b'.repeat(63)}.com`, `ada@${'b'.repeat(63)}.com`],
  ])('%j is kept as %j', (written, kept) => {
    expect(findEmail(written)).toBe(kept);
    expect(findEmail(kept)).toBe(kept);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@exa_mple.com',
    'a da@example.com',
    'a@da@example.com',
    'ada@exam ple.com',
    'ada@example.com\nBcc: all@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,grace@example.com',
    'ada.@example.com',
    '.ada@example.com',
    'a..da@example.com',
    '"a da"@example.com',
    'ada(comment)@example.com',
    'ada@[127.0.0.1]',
    'ada@[IPv6:::1]',
    'ada@127.0.0.1',
    'ada@127.1',
    'ada@0x7f.1',
    'ada@example.0x7f',
    'ada@１２７.１',
    'ada@example.com:25',
    'ada@example.com/x',
    'ada@example.com?x',
    'ada@example.com#x',
    'ada@user:password@example.com',
    'ada@ex%61mple.com',
    'ada@ex％61mple.com',
    'ada@a／b.com',
    'ada@xn--a.com',
    'ada@אבגabc.com',
    'ａｄａ@example.com',
    'ﬁona@example.com',
    '\u212aate@example.com',
    'ſam@example.com',
    'İpek@example.com',
    'I\u0307pek@example.com',
    'ada²@example.com',
    'o’brien@example.com',
    '\u0301ada@example.com',
    'ad\u2800a@example.com',
    'a\ud800da@example.com',
    'a\0da@example.com',
    'ada\u00a0b@example.com',
    'ada＠example.com',
    `${'a'.repeat(65)}@example.com`,
    `${'é'.repeat(33)}@example.com`,
    `ada@${'b'.repeat(64)}.com`,
    `ada@${`${'b'.repeat(60)}.`.repeat(4)}example`,
  ])('%j is refused', (written) => {
    expect(findEmail(written)).toBeUndefined();
  });

  it('with any character in it stays as it is kept, and shows all that is in it', () => {
    const wrong = everyCharacter.filter(
      ({ kept }) => /[\p{C}\p{Z}]/u.test(kept) || findEmail(kept) !== kept,
    );
    expect(wrong).toEqual([]);
  });

  it('is kept as another one only for upper case and for characters that show nothing', () => {
    const merged = everyCharacter.filter(
      ({ character, kept }) =>
        kept !== `a${character.toLowerCase()}b@example.com`.normalize('NFC') &&
        kept !== 'ab@example.com',
    );
    expect(merged).toEqual([]);
    const vanished = everyCharacter.filter(({ kept }) => kept === 'ab@example.com');
    expect(
      vanished.filter(({ character }) => /[\p{L}\p{N}]/u.test(character)).map(({ code }) => code),
    )
      // Fillers of Hangul, which are letters by their category only.
      .toEqual([0x115f, 0x1160, 0x3164, 0xffa0]);
  });
});
