import { expect, it } from 'vitest';
import { formatDateTime, formatWeekday } from './format-date-time.ts';

/** In the time zone of the reader, whichever it is. */
const at = (hour: number) => new Date(2026, 2, 5, hour, 7).toISOString();

it.each([
  [0, 'Mar 5, 2026, 12:07 AM', '2026年3月5日 0:07'],
  [9, 'Mar 5, 2026, 9:07 AM', '2026年3月5日 9:07'],
  [12, 'Mar 5, 2026, 12:07 PM', '2026年3月5日 12:07'],
  [21, 'Mar 5, 2026, 9:07 PM', '2026年3月5日 21:07'],
])('writes %i o’clock by 12 hours in English and by 24 in Chinese', (hour, english, chinese) => {
  expect(formatDateTime(at(hour), 'en')).toBe(english);
  expect(formatDateTime(at(hour), 'zh')).toBe(chinese);
});

it('names the days of a week as the browser does', () => {
  for (let day = 1; day <= 7; day += 1) {
    const instant = new Date(2026, 2, day, 12);
    for (const [language, locale] of [
      ['en', 'en-US'],
      ['zh', 'zh-CN'],
    ] as const) {
      const format = new Intl.DateTimeFormat(locale, { weekday: 'long' });
      expect(formatWeekday(instant.toISOString(), language)).toBe(format.format(instant));
    }
  }
});
