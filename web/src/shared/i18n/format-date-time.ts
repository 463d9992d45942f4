import type { Language } from '@hearth/contract';
import { productNow } from '../product-time.ts';
import { dayOf, formatAs, formatDate } from './format.ts';

/** Day and time in the reader's time zone: 12 hours in English, 24 in Chinese. */
export function formatDateTime(instant: string, language: Language): string {
  return `${formatDate(instant, language)}${language === 'zh' ? ' ' : ', '}${formatTime(instant, language)}`;
}

export function formatTime(instant: string, language: Language): string {
  return formatAs(instant, { shape: 'time', language });
}

export function formatWeekday(instant: string, language: Language, timeZone?: string): string {
  return formatAs(instant, { shape: 'weekday', language, timeZone });
}

/** Calendar days from now to then: 0 today, -1 yesterday, 1 tomorrow; in the reader's time zone if none is given. */
export function daysFromNow(instant: string, now = productNow(), timeZone?: string): number {
  const apartMs = midnightOf(instant, timeZone) - midnightOf(now, timeZone);
  return Math.round(apartMs / 86_400_000);
}

function midnightOf(instant: string | number, timeZone: string | undefined): number {
  const { year, month, day } = dayOf(instant, timeZone);
  return Date.UTC(year, month, day);
}
