import type { Chance } from '../harness/chance.ts';

const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

const instants = [
  '275760-09-13T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '294277-01-01T00:00:00Z',
  '0000-01-01T00:00:00.000Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T24:00:00Z',
  '2024-02-30T00:00:00.000Z',
  '-4713-01-01T00:00:00.000Z',
  'Infinity',
];

const figures = [
  '-1',
  '0',
  '00',
  '1.5',
  '1e400',
  '1e3',
  '0x10',
  'NaN',
  '101',
  '32768',
  '2147483647',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999999999999999999999999999999999',
  '١٢',
];

const broken = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00',
  '\udc00\ud800',
  '\u2028',
  '\u202e\u2066',
  '\u200b',
  '\ufeff',
  '\ufffe',
  '\u0007\u001b[31m',
  'a\r\nb: c',
  '😀'.repeat(101),
  'ǅß',
  'e\u0301'.repeat(50),
  '\u1100\u1161\u11a8',
];

const meaningful = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '%',
  '_',
  '\\',
  "'; drop table accounts; --",
  '$1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: A literal text.
  '${x}',
  '../../etc/passwd',
  '{}',
  '[',
  '*',
  'x'.repeat(129),
  'x'.repeat(300),
  'x'.repeat(9_000),
  'x'.repeat(60_000),
  '('.repeat(5_000),
];

const addresses = [
  'a@b',
  'a@example.com\u0000',
  'A@EXAMPLE.COM',
  'ada@müller.de',
  'ada@xn--a',
  '"a b"@example.com',
  'a@[127.0.0.1]',
  'a@example.com\r\nBcc: b@example.com',
  `${'a'.repeat(300)}@example.com`,
  `a@${'b.'.repeat(200)}com`,
  'a@@b',
  'http://',
  'https://[::1',
  'https://user:secret@example.com/',
  'https://example.com:99999/',
  'javascript:alert(1)',
  'data:,',
  '//example.com',
  'https://xn--a/',
  'https://%00/',
  'https://0x7f.1/',
  `https://example.com/${'a'.repeat(5_000)}`,
];

const tokens = [
  'a.b.c',
  '..',
  `${encode({ alg: 'none' })}.${encode({ sub: 'a', sid: 'b', exp: 1e300 })}.`,
  `${encode({ alg: 'ES256', kid: '\0' })}.${encode({ sub: '\ud800' })}.AAAA`,
  `${encode({ alg: 'ES256', kid: 'x'.repeat(1000) })}.${encode([])}.AAAA`,
  `${encode(null)}.${encode(null)}.AAAA`,
  encode([]),
  encode({}),
  encode(null),
  encode(['a\0']),
  ...instants.map((instant) => encode([instant, 'in_1'])),
  ...figures.map((figure) => encode([figure, figure])),
  encode([1e300, '\ud800']),
];

const texts = [instants, figures, broken, meaningful, addresses, tokens];

export function oddText(chance: Chance): string {
  return chance.pick(chance.pick(texts));
}

/** Stands in a value for figures that JSON can say and JavaScript cannot. */
const asFigure = (figure: string) => `@figure ${figure}@`;

const values: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[[]]],
  { a: { b: { c: [] } } },
  0,
  -1,
  0.5,
  100,
  101,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  5e-324,
  ...['1e400', '-1e400', '-0', '1E5', '123456789012345678901234567890'].map(asFigure),
];

export function oddValue(chance: Chance): unknown {
  return chance.below(2) === 0 ? oddText(chance) : chance.pick(values);
}

/** JSON in which the figures are written out. */
export function toOddJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(/"@figure ([^@]+)@"/g, '$1');
}
