import type { Language } from '@hearth/contract';
import { formatDate } from './format.ts';

const times: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }),
  zh: new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
};

const weekdays: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-US', { weekday: 'long' }),
  zh: new Intl.DateTimeFormat('zh-CN', { weekday: 'long' }),
};

const separators: Record<Language, string> = { en: ', ', zh: ' ' };

/** Day and time in the reader's time zone: 12 hours in English, 24 in Chinese. */
export function formatDateTime(instant: string, language: Language): string {
  return `${formatDate(instant, language)}${separators[language]}${formatTime(instant, language)}`;
}

export function formatTime(instant: string, language: Language): string {
  // Newer browsers put a narrow no-break space before AM and PM.
  return times[language].format(new Date(instant)).replace('\u202f', ' ');
}

export function formatWeekday(instant: string, language: Language): string {
  return weekdays[language].format(new Date(instant));
}

/** Calendar days from now to then in the reader's time zone: 0 today, -1 yesterday, 1 tomorrow. */
export function daysFromNow(instant: string, now = Date.now()): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(new Date(instant)) - midnight(new Date(now))) / 86_400_000);
}
