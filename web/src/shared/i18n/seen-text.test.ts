import { describe, expect, it } from 'vitest';
import { daysLeft, seenText } from './seen-text.ts';

const now = new Date(2026, 10, 23, 15, 0).getTime();
const at = (...time: [number, number, number, number, number]) => new Date(...time).toISOString();

describe('when a person was last seen', () => {
  it.each([
    [at(2026, 10, 23, 14, 56), undefined],
    [at(2026, 10, 23, 14, 30), '30 min. ago'],
    [at(2026, 10, 23, 12, 30), '2 hr. ago'],
    [at(2026, 10, 22, 9, 0), 'yesterday'],
    [at(2026, 10, 18, 9, 0), 'Nov 18'],
    [at(2025, 10, 18, 9, 0), 'Nov 18, 2025'],
  ])('%s', (instant, text) => {
    expect(seenText(instant, now, 'en')).toBe(text);
  });

  it('is told in Chinese too', () => {
    expect(seenText(at(2026, 10, 23, 12, 30), now, 'zh')).toBe('2小时前');
    expect(seenText(at(2026, 10, 22, 9, 0), now, 'zh')).toBe('昨天');
    expect(seenText(at(2026, 9, 5, 9, 0), now, 'zh')).toBe('10月5日');
  });

  it('has another day left until the very end', () => {
    expect(daysLeft(new Date(now + 14 * 86_400_000).toISOString(), now)).toBe(14);
    expect(daysLeft(new Date(now + 1000).toISOString(), now)).toBe(1);
  });
});
