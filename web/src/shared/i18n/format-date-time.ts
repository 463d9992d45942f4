import type { BuiltInLanguage, Language } from '@hearth/contract';
import { productNow } from '../product-time.ts';
import { dayOf, formatDate, otherFormats } from './format.ts';
import { inOneLine } from './in-one-line.ts';

/** From Sunday. */
const weekdays: Record<BuiltInLanguage, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
};

/** Day and time in the reader's time zone: 12 hours in English, 24 in Chinese. */
export function formatDateTime(instant: string, language: Language): string {
  return `${formatDate(instant, language)}${language === 'zh' ? ' ' : ', '}${formatTime(instant, language)}`;
}

/** Written out, as dates are. */
export function formatTime(instant: string, language: Language): string {
  const date = new Date(instant);
  const others = otherFormats();
  if (others) {
    return inOneLine(others.time(date));
  }
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, '0')];
  return language === 'zh'
    ? `${String(hours).padStart(2, '0')}:${minutes}`
    : inOneLine(`${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`);
}

export function formatWeekday(instant: string, language: Language, timeZone?: string): string {
  const midnight = new Date(midnightOf(instant, timeZone));
  const names = language === 'zh' ? weekdays.zh : weekdays.en;
  return otherFormats()?.weekday(midnight) ?? names[midnight.getUTCDay()] ?? '';
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
