import type { Language } from '@hearth/contract';
import { formatDate } from './format.ts';

/** From Sunday. */
const weekdays: Record<Language, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
};

const separators: Record<Language, string> = { en: ', ', zh: ' ' };

/** Day and time in the reader's time zone: 12 hours in English, 24 in Chinese. */
export function formatDateTime(instant: string, language: Language): string {
  return `${formatDate(instant, language)}${separators[language]}${formatTime(instant, language)}`;
}

/** Written out, as dates are. */
export function formatTime(instant: string, language: Language): string {
  const date = new Date(instant);
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, '0')];
  return language === 'zh'
    ? `${String(hours).padStart(2, '0')}:${minutes}`
    : `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

export function formatWeekday(instant: string, language: Language): string {
  return weekdays[language][new Date(instant).getDay()] ?? '';
}

/** Calendar days from now to then in the reader's time zone: 0 today, -1 yesterday, 1 tomorrow. */
export function daysFromNow(instant: string, now = Date.now()): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(new Date(instant)) - midnight(new Date(now))) / 86_400_000);
}
