import type { Language } from '@hearth/contract';
import { formatDate } from '../../shared/i18n/index.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const relative: Record<Language, Intl.RelativeTimeFormat> = {
  en: new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' }),
  zh: new Intl.RelativeTimeFormat('zh-CN', { numeric: 'auto' }),
};

const englishDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** A day in the reader's time zone, without the year: `Nov 18`. */
export function formatDay(instant: string, language: Language): string {
  const date = new Date(instant);
  return language === 'zh'
    ? `${date.getMonth() + 1}月${date.getDate()}日`
    : englishDay.format(date);
}

/** `4 min. ago`, `yesterday` or a day; undefined while the person is here, as far as one can tell. */
export function seenText(instant: string, now: number, language: Language): string | undefined {
  const agoMs = now - Date.parse(instant);
  if (agoMs < 5 * minuteMs) {
    return undefined;
  }
  if (agoMs < 60 * minuteMs) {
    return relative[language].format(-Math.floor(agoMs / minuteMs), 'minute');
  }
  const days = daysBetween(instant, now);
  if (days === 0 || agoMs < dayMs / 4) {
    return relative[language].format(-Math.floor(agoMs / (60 * minuteMs)), 'hour');
  }
  if (days === 1) {
    return relative[language].format(-1, 'day');
  }
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? formatDay : formatDate)(instant, language);
}

/** Midnights of the reader in between. */
function daysBetween(instant: string, now: number): number {
  const [from, to] = [new Date(instant), new Date(now)].map((date) => date.setHours(0, 0, 0, 0));
  return Math.round(((to ?? 0) - (from ?? 0)) / dayMs);
}

/** Days until then, at least one. */
export function daysLeft(instant: string, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - now) / dayMs));
}
