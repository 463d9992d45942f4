import { expect, it } from 'vitest';
import { formatMonth } from './format-month.ts';

it.each([
  ['2026-09-04T12:00:00Z', 'Sep ’26', '26年9月'],
  ['2009-12-31T12:00:00Z', 'Dec ’09', '09年12月'],
])('%s: names the month with two figures of its year', (instant, english, chinese) => {
  expect(formatMonth(instant, 'en', 'UTC')).toBe(english);
  expect(formatMonth(instant, 'zh', 'UTC')).toBe(chinese);
});

it('last evening of a month: is in the next one if that has begun', () => {
  expect(formatMonth('2026-09-30T20:00:00Z', 'en', 'Asia/Shanghai')).toBe('Oct ’26');
});

it('a language with a folder: writes the month as it does, not the first word of a day', () => {
  expect(formatMonth('2026-11-04T12:00:00Z', 'de', 'UTC')).toMatch(/^Nov\.? 26$/);
});
