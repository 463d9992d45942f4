import type { Language } from '@hearth/contract';
import { formatDate, formatDay } from './format.ts';
import { daysFromNow } from './format-date-time.ts';
import { keepMade } from './keep-made.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const relativeIn = keepMade((language: Language) =>
  language === 'zh'
    ? new Intl.RelativeTimeFormat('zh-CN', { numeric: 'auto' })
    : new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
);

/** `4 min. ago`, `yesterday` or a day; undefined while the person is here, as far as one can tell. */
export function seenText(instant: string, now: number, language: Language): string | undefined {
  const agoMs = now - Date.parse(instant);
  if (agoMs < 5 * minuteMs) {
    return undefined;
  }
  const days = -daysFromNow(instant, now);
  try {
    if (agoMs < 60 * minuteMs) {
      return relativeIn(language).format(-Math.floor(agoMs / minuteMs), 'minute');
    }
    if (days === 0 || agoMs < dayMs / 4) {
      return relativeIn(language).format(-Math.floor(agoMs / (60 * minuteMs)), 'hour');
    }
    if (days === 1) {
      return relativeIn(language).format(-1, 'day');
    }
  } catch {
    // A browser without these words shows the day.
  }
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? formatDay : formatDate)(instant, language);
}

/** Days until then, at least one. */
export function daysLeft(instant: string, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - now) / dayMs));
}
