import { expect, it } from 'vitest';
import { formatNearDay } from './format-near-day.ts';

const from = Date.parse('2026-11-27T12:00:00.000Z');

it.each([
  ['2026-12-07T12:00:00.000Z', 'en', 'Dec 7'],
  ['2027-11-27T12:00:00.000Z', 'en', 'Nov 27, 2027'],
  ['2027-11-27T12:00:00.000Z', 'zh', '2027年11月27日'],
] as const)('%s in %s: %s', (instant, language, text) => {
  expect(formatNearDay(instant, from, language, 'UTC')).toBe(text);
});
