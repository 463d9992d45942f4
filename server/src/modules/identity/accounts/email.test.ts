import { describe, expect, it } from 'vitest';
import { toEmail } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['  a.b+tag@sub.example.co.uk\t', 'a.b+tag@sub.example.co.uk'],
    ["o'brien@example.ie", "o'brien@example.ie"],
  ])('%j is kept as %j', (written, kept) => {
    expect(toEmail(written)).toBe(kept);
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@-example.com',
    'ada@example..com',
    'a da@example.com',
    'ada@example.com\nBcc: all@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,grace@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is refused', (written) => {
    expect(() => toEmail(written)).toThrow('The email address is not valid.');
  });
});
